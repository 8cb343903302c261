import { useState } from 'react'
import type { SiteWord } from '../../../shared/api/admin-site.ts'
import * as api from '../../../shared/api.ts'
import { ActForm } from '../../domain/desk/ActForm.tsx'
import { Moment } from '../../domain/desk/Moment.tsx'
import writing from '../../domain/desk/Writing.module.css'
import { compareTexts, shortened } from './compare.ts'
import { Drawing } from './Drawing.tsx'
import { asText } from './describe.ts'
import { useShowSaved } from './queries.ts'
import styles from './Site.module.css'

type Version = SiteWord['versions'][number]
type Props = { word: SiteWord; isUnsent: boolean; onTakenBack: () => void }

/** Who saved what and when, the newest first; each can be compared with the one that counts, and taken back. */
export function Versions({ word, isUnsent, onTakenBack }: Props) {
  const showSaved = useShowSaved()
  return (
    <ol className={styles.versions}>
      {word.versions.map(version => (
        <li key={version.version}>
          <span className={styles.version}>
            {version.version === 0 ? 'Default' : `Version ${version.version}`}
            {version.version === word.version && <span className={styles.now}>counts now</span>}
          </span>
          <span className={writing.quiet}>
            {version.at ? (
              <>
                {version.who ?? 'the shell'}, <Moment at={version.at} />
              </>
            ) : (
              'Built in'
            )}
          </span>
          {version.version !== word.version && (
            <div className={styles.acts}>
              <Difference word={word} version={version} />
              {isUnsent ? (
                <span className={writing.quiet}>Save or discard your change to take this one back.</span>
              ) : (
                <ActForm
                  endpoint={api.adminSite.save}
                  label={version.version === 0 ? 'Reset to the default' : 'Take back'}
                  about={version.version === 0 ? undefined : `version ${version.version}`}
                  why="optional"
                  done={
                    version.version === 0 ? 'The default is back.' : `Version ${version.version} is back.`
                  }
                  inputOf={why => ({ name: word.name, version: version.version, why: why || undefined })}
                  onDone={saved => {
                    showSaved(saved)
                    onTakenBack()
                  }}
                />
              )}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What taking this version back would change. */
function Difference({ word, version }: { word: SiteWord; version: Version }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = version.version === 0 ? 'the default' : `version ${version.version}`
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        aria-label={`Compare ${name}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        Compare
      </button>
      {isOpen && (
        <section className={styles.difference} aria-label={`What ${name} would change`}>
          {word.name === 'wordmark' ? (
            <Drawing svg={asText(version.value)} />
          ) : (
            <Text before={asText(word.value)} after={asText(version.value)} />
          )}
        </section>
      )}
    </>
  )
}

function Text({ before, after }: { before: string; after: string }) {
  if (before === after) return <p>It says the same.</p>
  return shortened(compareTexts(before, after)).map(({ kind, text }, i) => {
    const Piece = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span'
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces do not change
    return <Piece key={i}>{text}</Piece>
  })
}
