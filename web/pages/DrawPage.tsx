import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Draw } from '../../shared/api/books.ts'
import { formatDate, formatNumber } from '../../shared/rules/format.ts'
import { parseBook } from '../domain/books/book-slug.ts'
import { Page } from '../domain/page/Page.tsx'
import { DrawCheck } from '../features/books/DrawCheck.tsx'
import { drawQuery } from '../features/books/queries.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { TitledColumn } from '../ui/layout/TitledColumn.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './DrawPage.module.css'

/** A book's published draw data, and the button that repeats the draw. */
export default function DrawPage() {
  const { slug = '' } = useParams()
  const named = parseBook(slug)
  const { data: draw, error, isError, refetch } = useQuery({ ...drawQuery(slug), enabled: !!named })
  const title = named ? `The draw of ${named.series} ${named.number}` : 'The draw'
  const isMissing = !named || statusOf(error) === 404
  return (
    <Page title={title}>
      <TitledColumn
        title="The draw"
        aside={named && <Link to={`/books/${slug}`}>{`Book ${named.number}`}</Link>}
      >
        {isMissing ? (
          <EmptyState
            title="There is no draw to show"
            action={
              <ButtonLink to="/books" kind="primary">
                See the books
              </ButtonLink>
            }
          >
            {named ? 'Draws weren’t published yet when this book was judged.' : 'There’s no such book.'}
          </EmptyState>
        ) : isError && !draw ? (
          <LoadError what="The draw" error={error} onRetry={refetch} />
        ) : (
          draw && <DrawFacts draw={draw} />
        )}
      </TitledColumn>
    </Page>
  )
}

/** How jurors are drawn for this book, before and after it is done. */
function describeDraw({ state, beacon_source }: Draw) {
  const isDrawn = state !== 'open' && state !== 'closed'
  const [are, is] = isDrawn ? ['were', 'was'] : ['will be', 'will be']
  const mixed = beacon_source
    ? 'the list of entries, the jury, and a public value that no one here can choose'
    : 'the list of entries and the jury'
  return `Three jurors ${are} drawn for every logo, by a rule anyone can check. A secret number was locked in when the book opened; it ${is} combined with ${mixed}.`
}

function DrawFacts({ draw }: { draw: Draw }) {
  const facts: [string, React.ReactNode][] = [
    ['Commitment', <Hash key="c" value={draw.commitment} />],
    ['Committed', formatDate(draw.committed_at)],
    [
      'Public value',
      draw.beacon_source ??
        'None. The draw depends on the secret alone, so whoever held it could have tried several.',
    ],
    ...(draw.beacon_at ? [['Known from', formatDate(draw.beacon_at)] satisfies [string, string]] : []),
    [
      'Entries',
      draw.entries_hash ? <Hash key="e" value={draw.entries_hash} /> : 'Not fixed yet: the book is open',
    ],
    ...(draw.closed_at ? [['Closed', formatDate(draw.closed_at)] satisfies [string, string]] : []),
    ...optional('Jury', draw.inputs_hash),
    ...(draw.beacon ? [['Value', draw.beacon] satisfies [string, string]] : []),
    ...optional('Secret', draw.secret),
    ...optional('Seed', draw.seed),
    ...(draw.entries
      ? [
          [
            'Drawn',
            `${formatNumber(draw.entries.length)} entries, ${draw.jurors?.length ?? 0} jurors`,
          ] satisfies [string, string],
        ]
      : []),
    ...optional('Last score', draw.last_score_hash),
  ]
  return (
    <>
      <p className={styles.lead}>{describeDraw(draw)}</p>
      <DrawCheck draw={draw} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const optional = (name: string, hash: string | undefined): [string, React.ReactNode][] =>
  hash ? [[name, <Hash key={name} value={hash} />]] : []

const Hash = ({ value }: { value: string }) => <code className={styles.hash}>{value}</code>
