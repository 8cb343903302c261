import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { AdminBook, Result } from '../../../../shared/api/desk/books.ts'
import { formatNumber } from '../../../../shared/rules/format.ts'
import { CsvLink } from '../../../domain/desk/CsvLink.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Digits } from '../../../ui/display/Digits.tsx'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import styles from './Desk.module.css'
import { Disqualify } from './Disqualify.tsx'
import { resultsQuery } from './queries.ts'

const pageSize = 100

/** The ranking with each estimate's interval drawn, and the cut as a line between two rows. */
export function Ranking({ book }: { book: AdminBook }) {
  const [page, setPage] = useState(1)
  const { data, error, isError, refetch } = useQuery(resultsQuery(book.slug, page))
  if (isError && !data) return <LoadError what="The ranking" error={error} onRetry={refetch} />
  if (!data) return null
  const pages = Math.max(1, Math.ceil(data.count / pageSize))
  const cutPage = book.places ? Math.ceil(book.places / pageSize) : undefined
  return (
    <section className={styles.section} aria-labelledby="ranking">
      <h2 id="ranking">Ranking</h2>
      <p className={styles.buttons}>
        <CsvLink href={`/api/admin/books/results.csv?book=${book.slug}`}>results.csv</CsvLink>
        <CsvLink href={`/api/admin/books/ledger.csv?book=${book.slug}`}>ledger.csv</CsvLink>
        {cutPage && cutPage <= pages && cutPage !== page && (
          <Button kind="quiet" onClick={() => setPage(cutPage)}>
            Go to the cut
          </Button>
        )}
      </p>
      <RankingTable book={book} results={data.data} />
      {pages > 1 && (
        <nav className={styles.buttons} aria-label="Pages of the ranking">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            Earlier
          </Button>
          <span>
            Page {page} of {pages}
          </span>
          <Button disabled={page === pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
      <h3 className={styles.sub}>Severity</h3>
      <ul className={styles.severities}>
        {data.severities.map(({ juror, severity }) => (
          <li key={juror}>
            Juror {juror}: {severity > 0 ? '+' : ''}
            {severity.toFixed(2)}
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>Above 0 means stricter than the other jurors, in points of the scale.</p>
    </section>
  )
}

/** One page of the ranking. */
function RankingTable({ book, results }: { book: AdminBook; results: readonly Result[] }) {
  const scale = scaleOf(results)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.quiet}>
          The estimate of each logo’s standing with its 95 % interval. P is the chance that it belongs in the
          book. Scores are written as juror: score
          {book.border_round ? ', those of the border round after the dot' : ''}.
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              Rank
            </th>
            <th scope="col">Logo</th>
            <th scope="col">Interval</th>
            <th scope="col" className={styles.number}>
              û
            </th>
            <th scope="col" className={styles.number}>
              P
            </th>
            <th scope="col">Band</th>
            <th scope="col">Scores</th>
            <th scope="col">Flags, saves</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(result => (
            <Fragment key={result.logo_id}>
              <Row result={result} book={book} scale={scale} />
              {result.rank !== null && result.rank === book.places && (
                <tr className={styles.cut}>
                  <td colSpan={9}>The cut: {formatNumber(book.places)} places. Above it is the book.</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Scale = { percentOf: (u: number) => number }

/** Puts the page's intervals on one axis, in percent. */
function scaleOf(results: readonly Result[]): Scale {
  const ends = results.flatMap(({ u, v }) => [u - 1.96 * Math.sqrt(v), u + 1.96 * Math.sqrt(v)])
  const [low, high] = [Math.min(...ends, 0), Math.max(...ends, 0)]
  return { percentOf: u => ((u - low) / (high - low || 1)) * 100 }
}

/** `1: 3, 5: 0, 7: 2 · 2: 8, 4: 6`. */
const describeScores = (scores: Result['scores']) =>
  [1, 2]
    .map(of => scores.filter(([round]) => round === of).map(([, juror, score]) => `${juror}: ${score}`))
    .filter(round => round.length)
    .map(round => round.join(', '))
    .join(' · ')

function Row({ result, book, scale }: { result: Result; book: AdminBook; scale: Scale }) {
  const half = 1.96 * Math.sqrt(result.v)
  const [from, to] = [scale.percentOf(result.u - half), scale.percentOf(result.u + half)]
  return (
    <tr data-out={result.is_disqualified || undefined}>
      <td className={styles.number}>
        <Digits>{result.rank === null ? '–' : formatNumber(result.rank)}</Digits>
      </td>
      <th scope="row">
        <Link to={`/logo/${result.logo_id}`}>{result.logo}</Link>
      </th>
      <td>
        <span className="visually-hidden">
          {`from ${(result.u - half).toFixed(2)} to ${(result.u + half).toFixed(2)}`}
        </span>
        <span className={styles.axis} aria-hidden>
          <span className={styles.span} style={{ left: `${from}%`, width: `${to - from}%` }} />
          <span className={styles.dot} style={{ left: `${scale.percentOf(result.u)}%` }} />
        </span>
      </td>
      <td className={styles.number}>
        <Digits>{result.u.toFixed(3)}</Digits>
      </td>
      <td className={styles.number}>
        <Digits>{result.p === null ? '–' : result.p.toFixed(2)}</Digits>
      </td>
      <td>{result.band === null ? '–' : result.band === 100 ? 'below' : `top ${result.band} %`}</td>
      <td>{describeScores(result.scores)}</td>
      <td>
        {[
          result.flags ? `${result.flags} flagged` : '',
          result.saved_by.length ? `saved by ${result.saved_by.join(', ')}` : '',
        ]
          .filter(Boolean)
          .join('; ')}
      </td>
      <td>
        <Disqualify book={book} logoId={result.logo_id} name={result.logo} />
      </td>
    </tr>
  )
}
