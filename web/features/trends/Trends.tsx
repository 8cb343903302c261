import { useId } from 'react'
import { Link } from 'react-router'
import type { Trends as Answer, Trend } from '../../../shared/api/trends.ts'
import { formatCount, formatNumber } from '../../../shared/rules/format.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { type PaletteKind, paletteKinds } from '../../../shared/rules/palette.ts'
import { type TrendKind, trendKinds } from '../../../shared/rules/trends.ts'
import { searchPath } from '../../domain/search/search-path.ts'
import { Digits } from '../../ui/display/Digits.tsx'
import { Swatch } from '../../ui/display/Swatch.tsx'
import styles from './Trends.module.css'

const titles: Record<TrendKind, string> = {
  shapes: 'Shapes',
  keywords: 'Keywords',
  industries: 'Industries',
  colors: 'Colours',
  palettes: 'Palettes',
}

const nouns: Record<TrendKind, string> = {
  shapes: 'Shape',
  keywords: 'Keyword',
  industries: 'Industry',
  colors: 'Colour',
  palettes: 'Palette',
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** What rises and falls in a quarter: for each kind a table in either direction, shapes as pictures. */
export function Trends({ trends: { data, before_ct } }: { trends: Answer }) {
  const isFirst = before_ct === 0
  return trendKinds.map(kind => {
    const rows = data.filter(trend => trend.kind === kind)
    return rows.length > 0 && <Kind key={kind} kind={kind} rows={rows} isFirst={isFirst} />
  })
}

const directions = ['rising', 'falling'] as const
type Direction = (typeof directions)[number]

/** Without logos in the quarter before nothing rises: then the most frequent are listed. */
function nameDirection(direction: Direction, isFirst: boolean) {
  if (isFirst) return 'Most frequent'
  return direction === 'rising' ? 'Rising' : 'Falling'
}

function Kind({ kind, rows, isFirst }: { kind: TrendKind; rows: Trend[]; isFirst: boolean }) {
  const id = useId()
  const most = Math.max(...rows.map(row => Math.max(row.share, row.before_share)))
  return (
    <section aria-labelledby={id} className={styles.kind}>
      <h2 id={id}>{titles[kind]}</h2>
      <div className={styles.pair}>
        {directions.map(direction => {
          const own = rows.filter(row => row.direction === direction)
          if (!own.length)
            return isFirst ? null : <Unmoved key={direction} kind={kind} direction={direction} />
          const props = { rows: own, most, isFirst, title: nameDirection(direction, isFirst) }
          return kind === 'shapes' ? (
            <Shapes key={direction} {...props} />
          ) : (
            <Table key={direction} kind={kind} {...props} />
          )
        })}
      </div>
    </section>
  )
}

const Unmoved = ({ kind, direction }: { kind: TrendKind; direction: Direction }) => (
  <div>
    <h3 className={styles.direction}>{nameDirection(direction, false)}</h3>
    <p className={styles.none}>{wordsOfNone(kind, direction)}</p>
  </div>
)

function wordsOfNone(kind: TrendKind, direction: Direction): string {
  const moved = direction === 'rising' ? 'rose' : 'fell'
  // Rare shapes may be missed.
  if (kind === 'shapes') return `None of the shapes we compared ${moved}.`
  return `No ${nouns[kind].toLowerCase()} with at least three logos ${moved}.`
}

type Rows = { rows: Trend[]; title: string; most: number; isFirst: boolean }

function Table({ kind, rows, title, most, isFirst }: Rows & { kind: TrendKind }) {
  return (
    <table className={styles.table}>
      <caption>
        {title}
        <span className="visually-hidden"> {titles[kind].toLowerCase()}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{nouns[kind]}</th>
          <th scope="col">Logos</th>
          <th scope="col">Share</th>
          {!isFirst && <th scope="col">Before</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.name}>
            <th scope="row">
              <Link to={pathOf(row)}>
                {row.color && <Swatch hex={`#${row.color}`} />}
                {labelOf(row)}
              </Link>
              <Bars row={row} most={most} isFirst={isFirst} />
            </th>
            <td>
              <Digits>{formatNumber(row.count)}</Digits>
            </td>
            <td>
              <Digits>{percent.format(row.share)}</Digits>
            </td>
            {!isFirst && (
              <td>
                <Digits>{percent.format(row.before_share)}</Digits>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Each shape as its most typical logos, which lead to all that are like the first of them. */
function Shapes({ rows, title, most, isFirst }: Rows) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className={styles.direction}>
        {title}
        <span className="visually-hidden"> shapes</span>
      </h3>
      <ul className={styles.shapes} aria-labelledby={id}>
        {rows.map(row => (
          <li key={row.logos[0]!.logo_id}>
            <Link to={`/logo/${row.logos[0]!.logo_id}/similar?emphasis=shape`}>
              <span className={styles.mosaic}>
                {row.logos.map(logo => (
                  <span key={logo.logo_id} className="framed">
                    <img
                      src={imageUrl(logo.image, 320)}
                      alt=""
                      width={160}
                      height={160}
                      loading="lazy"
                      decoding="async"
                      style={{ backgroundColor: logo.ground ?? undefined }}
                    />
                  </span>
                ))}
              </span>
              Like {row.name}
            </Link>
            <Bars row={row} most={most} isFirst={isFirst} />
            <p>
              <Digits>
                {`${formatCount(row.count, 'logo')}, ${percent.format(row.share)}${isFirst ? '' : `, before ${percent.format(row.before_share)}`}`}
              </Digits>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The share in the quarter above that in the quarter before, drawn; the figures stand beside them as text. */
function Bars({ row, most, isFirst }: { row: Trend; most: number; isFirst: boolean }) {
  const widthOf = (share: number) => ({ width: `${(share / most) * 100}%` })
  return (
    <span className={styles.bars} aria-hidden>
      <span style={widthOf(row.share)} />
      {!isFirst && <span style={widthOf(row.before_share)} />}
    </span>
  )
}

const labelOf = ({ kind, name }: Trend) => (kind === 'palettes' ? paletteKinds[name as PaletteKind] : name)

/**
 * The distance from a colour within which its search finds logos: about those that have it as their nearest named colour.
 */
const searchedWithin = '10'

function pathOf({ kind, name, color }: Trend): string {
  if (kind === 'keywords') return searchPath({ keyword: name })
  if (kind === 'industries') return searchPath({ industry: name })
  if (color) return searchPath({ color, within: searchedWithin })
  return searchPath({ palette: name as PaletteKind })
}
