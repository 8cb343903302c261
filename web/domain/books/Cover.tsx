import type { Book } from '../../../shared/api/books.ts'
import { drawFigure, figureSide, plainPrint, volumeNumber } from '../../../shared/covers.ts'
import { site } from '../../lib/site.ts'

const [width, height] = [300, 400]
/** Position of an edition's figure, below the name. */
const [left, top] = [30, 66]

// Has no stylesheet: each one adds its name to the first download, which is at its budget.
const style = {
  width: '100%',
  height: 'auto',
  borderRadius: 'var(--radius-tile)',
  boxShadow: '0 0 0 1px var(--hairline)',
  fontFamily: 'var(--sans)',
}

/** A word of up to four letters fills the cover at 104. */
const wordSize = (word: string) => Math.min(104, 450 / Math.max(1, word.length))

type Props = { book: Pick<Book, 'series' | 'title' | 'number' | 'ink' | 'paper'> }

/** A book's cover: type and one figure, in one ink on its paper. */
export function Cover({ book }: Props) {
  const [ink, paper] = [book.ink ?? plainPrint.ink, book.paper ?? plainPrint.paper]
  const line = (strokeWidth: number) => ({ fill: 'none', stroke: ink, strokeWidth })
  const figure = book.series === 'book' && drawFigure(book.number)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Cover of ${book.title}`} style={style}>
      <rect fill={paper} width={width} height={height} />
      {figure ? (
        <g fill={ink}>
          <text x={left} y="44" fontSize="19" fontWeight="600">
            {site().site_name}
          </text>
          <g transform={`translate(${left} ${top})`}>
            {figure.map(({ d, stroke }) => (
              <path key={d} d={d} {...(stroke && line(stroke))} />
            ))}
          </g>
          <text x={left} y="370" fontSize="19" fontWeight="600">
            Book
          </text>
          <text
            x={left + figureSide}
            y="370"
            fontSize="56"
            fontWeight="500"
            textAnchor="end"
            letterSpacing="-2"
          >
            {book.number}
          </text>
        </g>
      ) : book.series === 'master-book' ? (
        <g fill={ink}>
          <path d="M30 30h240v340H30z" {...line(1.5)} />
          <text x="150" y="238" fontSize="120" fontWeight="400" textAnchor="middle" letterSpacing="-2">
            {volumeNumber(book.number)}
          </text>
          <path d="M150 42v54M150 304v54" {...line(1.5)} />
        </g>
      ) : (
        <g fill={ink}>
          {book.title.split(' ').map((word, i) => (
            <text
              key={word}
              x="26"
              y={150 + 96 * i}
              fontSize={wordSize(word)}
              fontWeight="600"
              letterSpacing="-4"
            >
              {word}
            </text>
          ))}
          <path d="M30 292h240M30 308h180M30 324h220M30 340h96" {...line(3)} />
        </g>
      )}
    </svg>
  )
}
