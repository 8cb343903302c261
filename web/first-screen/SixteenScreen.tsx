import type { Sixteen } from '../../shared/api/sixteen.ts'
import { formatCount } from '../../shared/rules/format.ts'
import { atlasUrl, decodePositions, squareSide } from '../../shared/rules/sixteen.ts'
import styles from '../features/sixteen/Sixteen.module.css'
import { Wordmark } from '../ui/display/Wordmark.tsx'

/** About as many squares as the window of a phone holds. */
const phoneSquares = 800

/** Sixteen's first atlas, of which each square is a part. Without JavaScript it is all that a reader sees. */
export function SixteenScreen({ answer: { atlases, count, holes } }: { answer: Sixteen }) {
  const [{ count: squares }] = atlases as [Atlas]
  const hidden = new Set(decodePositions(holes))
  const firstShown = Array.from({ length: squares }, (_, slot) => slot).find(slot => !hidden.has(slot))
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
          {Array.from({ length: squares }, (_, slot) =>
            hidden.has(slot) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: static markup
              <span key={slot} className={styles.square} />
            ) : (
              <img
                // biome-ignore lint/suspicious/noArrayIndexKey: static markup
                key={slot}
                className={styles.square}
                {...pictureOf(atlases[0]!)}
                alt=""
                width={squareSide}
                height={squareSide}
                fetchPriority="high"
                data-before-code={slot === firstShown || undefined}
              />
            ),
          )}
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

const pictureOf = ({ atlas }: Atlas) => ({
  src: atlasUrl(atlas, 1),
  // With both named: the preload that React adds has the set alone.
  srcSet: `${atlasUrl(atlas, 1)} 1x, ${atlasUrl(atlas, 2)} 2x`,
})

/** The atlases after the first one whose squares are in the window of a phone. */
function restOfWindow([first, ...rest]: readonly Atlas[]): Atlas[] {
  let before = first!.count
  return rest.filter(({ count }) => {
    before += count
    return before - count < phoneSquares
  })
}
