import { type ReactNode, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../../shared/endpoint.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ActForm } from './ActForm.tsx'
import { compareTexts, shortened } from './compare.ts'
import { Moment } from './Moment.tsx'
import styles from './VersionList.module.css'
import writing from './Writing.module.css'

type Version = { version: number; at: string | null; who: string | null }

/** The label of version 0, the text before its first save. */
type First = { title: string; note: string; name: string; act: string; done: string }

const asItBegan: First = {
  title: 'Original',
  note: 'Before it was first changed here',
  name: 'the original',
  act: 'Restore the original',
  done: 'The original is back.',
}

type Props<V extends Version, E extends Endpoint> = {
  /** Newest first; the first one is current. */
  versions: readonly V[]
  first?: First
  /** Whether there is unsaved input. */
  isUnsent: boolean
  endpoint: E
  inputOf: (version: number, why: string | undefined) => InputOf<E>
  onTakenBack: (output: OutputOf<E>) => void
  /** What restoring this version would change. */
  compare: (version: V) => ReactNode
}

/** Who saved what and when, newest first. Each version can be compared with the current one, and restored. */
export function VersionList<V extends Version, E extends Endpoint>(props: Props<V, E>) {
  const { versions, first = asItBegan, isUnsent, endpoint, inputOf, onTakenBack, compare } = props
  return (
    <ol className={styles.versions}>
      {versions.map((each, i) => {
        const { version, at, who } = each
        return (
          <li key={version}>
            <span className={styles.version}>
              {version === 0 ? first.title : `Version ${version}`}
              {i === 0 && <span className={styles.now}>in use</span>}
            </span>
            <span className={writing.quiet}>
              {at ? (
                <>
                  {who ?? 'command line'}, <Moment at={at} />
                </>
              ) : (
                first.note
              )}
            </span>
            {i > 0 && (
              <div className={styles.acts}>
                <Difference name={version === 0 ? first.name : `version ${version}`}>
                  {() => compare(each)}
                </Difference>
                {isUnsent ? (
                  <span className={writing.quiet}>
                    Save or discard your change before you restore this version.
                  </span>
                ) : (
                  <ActForm
                    endpoint={endpoint}
                    label={version === 0 ? first.act : 'Restore'}
                    about={version === 0 ? undefined : `version ${version}`}
                    why="optional"
                    done={version === 0 ? first.done : `Version ${version} is back.`}
                    inputOf={why => inputOf(version, why || undefined)}
                    onDone={onTakenBack}
                  />
                )}
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Difference({ name, children }: { name: string; children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-label={`Compare ${name}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        Compare
      </Button>
      {isOpen && (
        <section className={styles.difference} aria-label={`What ${name} would change`}>
          {children()}
        </section>
      )}
    </>
  )
}

/** What is removed and what is added from one text to the other. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  if (before === after) return <p>The text is the same.</p>
  return shortened(compareTexts(before, after)).map(({ kind, text }, i) => {
    const Piece = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span'
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces do not change
    return <Piece key={i}>{text}</Piece>
  })
}

/** Tells that another person has saved the text while it is being changed here. */
export const SavedInTheMeantime = ({ version: { version, who } }: { version: Version }) => (
  <p role="status" className={styles.other}>
    {who ?? 'The shell'} saved version {version} while you were writing. If you save, yours counts; theirs
    stays below.
  </p>
)
