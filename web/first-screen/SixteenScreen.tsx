import type { Sixteen } from '../../shared/api/sixteen.ts'
import { formatCount } from '../../shared/rules/format.ts'
import { decodePositions } from '../../shared/rules/sixteen.ts'
import { AtlasSquares, pictureOf } from '../features/sixteen/AtlasSquares.tsx'
import styles from '../features/sixteen/Sixteen.module.css'
import { Wordmark } from '../ui/display/Wordmark.tsx'

/** About as many squares as the window of a phone holds. */
const phoneSquares = 800

/** Sixteen's first atlas, of which each square is a part. Without JavaScript it is all that a reader sees. */
export function SixteenScreen({ answer: { atlases, count, holes } }: { answer: Sixteen }) {
  const [{ count: squares }] = atlases as [Atlas]
  const name = `${squares < count ? `${squares} of ` : ''}${formatCount(count, 'logo')}, sorted by ground`
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <a className={styles.home} href="/">
          <Wordmark />
        </a>
        <div className={styles.words}>
          <h1 className={styles.count}>{formatCount(count, 'logo')} at sixteen pixels</h1>
          <p className={styles.about}>Sorted by ground.</p>
        </div>
      </header>
      <main>
        <div className={styles.first} role="img" aria-label={name}>
          <AtlasSquares atlas={atlases[0]!} holes={decodePositions(holes)} />
        </div>
        {/* Fetched together with the code, which draws them. */}
        <template data-early="">
          {restOfWindow(atlases).map(atlas => (
            <img key={atlas.atlas} {...pictureOf(atlas)} alt="" fetchPriority="low" hidden />
          ))}
        </template>
      </main>
    </div>
  )
}

type Atlas = Sixteen['atlases'][number]

/** The atlases after the first one whose squares are in the window of a phone. */
function restOfWindow([first, ...rest]: readonly Atlas[]): Atlas[] {
  let before = first!.count
  return rest.filter(({ count }) => {
    before += count
    return before - count < phoneSquares
  })
}
