import type { ReactNode } from 'react'
import { product } from '../../../shared/product.ts'
import styles from './Cover.module.css'
import type { Book } from './catalogue.ts'

const [width, height] = [300, 400]
/** Where an edition's figure stands: a square of 240 under the name. */
const [left, top, side] = [30, 66, 240]
const middle = { x: left + side / 2, y: top + side / 2 }

const times = (n: number, draw: (i: number) => ReactNode) => Array.from({ length: n }, (_, i) => draw(i))

/** One figure per edition, made of as many parts as its number says. */
const figures: Record<number, () => ReactNode> = {
  1: () => <circle cx={middle.x} cy={middle.y} r="104" />,
  2: () =>
    times(2, i => (
      <circle
        key={i}
        cx={middle.x - 44 + i * 88}
        cy={middle.y}
        r="76"
        className={styles.line}
        strokeWidth="22"
      />
    )),
  3: () => times(3, i => <path key={i} d={`M${left} ${top + 24 + i * 84}h${side - i * 62}v44H${left}z`} />),
  4: () =>
    times(4, i => {
      const [x, y] = [left + (i % 2) * 120, top + Math.floor(i / 2) * 120]
      return (
        <path
          key={i}
          d={
            i % 3
              ? `M${x} ${y}a120 120 0 0 0 120 120V${y}z`
              : `M${x + 120} ${y + 120}A120 120 0 0 0 ${x} ${y}v120z`
          }
        />
      )
    }),
  5: () =>
    times(5, i => (
      <circle key={i} cx={middle.x} cy={middle.y} r={14 + i * 24} className={styles.line} strokeWidth="11" />
    )),
  6: () =>
    turned(6, 62, i => (
      <circle key={i} cx={middle.x} cy={middle.y - 58} r="52" className={styles.line} strokeWidth="7" />
    )),
  7: () => times(7, i => <rect key={i} x={left} y={top + i * 34.4} width={side} height={4 + i * 4} />),
  8: () =>
    times(8, i => {
      const [x, y] = [left + (i % 2) * 120, top + Math.floor(i / 2) * 60]
      return (
        <path
          key={i}
          d={
            (i + Math.floor(i / 2)) % 2
              ? `M${x} ${y - 0.5}v.5a60 60 0 0 0 120 0v-.5z`
              : `M${x} ${y + 60.5}v-.5a60 60 0 0 1 120 0v.5z`
          }
        />
      )
    }),
  9: () =>
    times(9, i => (
      <circle key={i} cx={left + 40 + (i % 3) * 80} cy={top + 40 + Math.floor(i / 3) * 80} r={6 + i * 4} />
    )),
  10: () =>
    times(10, i => (
      <rect
        key={i}
        x={left + i * 24.6}
        y={top + Math.abs(4.5 - i) * 22}
        width="12"
        height={side - Math.abs(4.5 - i) * 44}
      />
    )),
  11: () => turned(11, 0, i => <path key={i} d={`M${middle.x - 10} ${middle.y - 118}h20l-6 78h-8z`} />),
  12: () =>
    times(12, i => (
      <path
        key={i}
        d={`M${left + (i % 4) * 64} ${top + 28 + Math.floor(i / 4) * 92}h48m-24 -24v48`}
        className={styles.line}
        strokeWidth={2 + i * 1.5}
      />
    )),
  13: () =>
    times(13, i => (
      <rect
        key={i}
        x={left + i * 9.2}
        y={top + i * 9.2}
        width={side - i * 18.4}
        height={side - i * 18.4}
        className={styles.line}
        strokeWidth="4.2"
      />
    )),
}

function turned(n: number, start: number, draw: (i: number) => ReactNode) {
  return times(n, i => (
    <g key={i} transform={`rotate(${start + (i * 360) / n} ${middle.x} ${middle.y})`}>
      {draw(i)}
    </g>
  ))
}

const roman = ['', 'I', 'II', 'III', 'IV']

/** A book's cover: type and one figure, in one ink on its paper. */
export function Cover({ book }: { book: Book }) {
  const figure = book.id.startsWith('book-') ? figures[book.number] : undefined
  return (
    <svg
      className={styles.cover}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Cover of ${book.title}`}
      style={{ '--book-ink': book.ink, '--book-paper': book.paper } as React.CSSProperties}
    >
      <rect className={styles.paper} width={width} height={height} />
      {figure ? (
        <g className={styles.ink}>
          <text x={left} y="44" fontSize="19" fontWeight="600">
            {product.name}
          </text>
          {figure()}
          <text x={left} y="370" fontSize="19" fontWeight="600">
            Book
          </text>
          <text x={left + side} y="370" fontSize="56" fontWeight="500" textAnchor="end" letterSpacing="-2">
            {book.number}
          </text>
        </g>
      ) : book.number > 0 ? (
        <g className={styles.ink}>
          <path d="M30 30h240v340H30z" className={styles.line} strokeWidth="1.5" />
          <text x="150" y="238" fontSize="120" fontWeight="400" textAnchor="middle" letterSpacing="-2">
            {roman[book.number]}
          </text>
          <path d="M150 42v54M150 304v54" className={styles.line} strokeWidth="1.5" />
        </g>
      ) : (
        <g className={styles.ink}>
          <text x="26" y="150" fontSize="104" fontWeight="600" letterSpacing="-5">
            Logo
          </text>
          <text x="26" y="246" fontSize="90" fontWeight="600" letterSpacing="-4">
            Creed
          </text>
          <path d="M30 292h240M30 308h180M30 324h220M30 340h96" className={styles.line} strokeWidth="3" />
        </g>
      )}
    </svg>
  )
}
