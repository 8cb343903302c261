import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Trends as Answer } from '../../shared/api/trends.ts'
import { formatCount, formatDate, formatNumber } from '../../shared/rules/format.ts'
import { boundsOf, nameQuarter, quarterPattern } from '../../shared/rules/trends.ts'
import { EmptyText } from '../domain/page/EmptyText.tsx'
import { Page } from '../domain/page/Page.tsx'
import { Trends } from '../features/trends/Trends.tsx'
import { trendsQuery } from '../features/trends/trends-query.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import '../ui/display/serif.css'
import styles from './TrendsPage.module.css'

/** What rises and falls among the public logos of the quarter in the address, or of the last one with logos. */
export default function TrendsPage() {
  const { quarter } = useParams()
  if (quarter && !quarterPattern.test(quarter)) return <NoQuarter />
  return <QuarterPage key={quarter} quarter={quarter} />
}

const NoQuarter = () => (
  <Page title="No such quarter">
    <EmptyState
      isPage
      title="There’s no such quarter"
      action={
        <ButtonLink to="/trends" kind="primary">
          See the last one
        </ButtonLink>
      }
    >
      Quarters have addresses such as /trends/2026-3.
    </EmptyState>
  </Page>
)

function QuarterPage({ quarter }: { quarter: string | undefined }) {
  const { data, error, isError, refetch } = useQuery(trendsQuery(quarter))
  const shown = data?.quarter ?? quarter
  return (
    <Page title={shown ? `Trends, ${nameQuarter(shown)}` : 'Trends'}>
      <header className={styles.head}>
        <h1 className={styles.title} tabIndex={-1}>
          Trends
        </h1>
        <p className={styles.lead}>{data ? summaryOf(data) : shown && nameQuarter(shown)}</p>
        {data && <Neighbours trends={data} />}
      </header>
      {isError && !data && <LoadError what="The trends" error={error} onRetry={refetch} />}
      <div className={styles.trends} aria-busy={!data && !isError}>
        {data && (data.logo_ct ? <Counted trends={data} /> : <NoLogos trends={data} />)}
      </div>
    </Page>
  )
}

function summaryOf({ quarter, logo_ct, before_ct }: Answer): string {
  const counted = `${nameQuarter(quarter)}: ${formatCount(logo_ct, 'public logo')}${logo_ct && !isOver(quarter) ? ' so far' : ''}`
  if (!logo_ct) return `${counted}.`
  return before_ct
    ? `${counted}, compared with ${formatNumber(before_ct)} in the quarter before.`
    : `${counted}, and none in the quarter before.`
}

const isOver = (quarter: string) => boundsOf(quarter).until.getTime() <= Date.now()

/** The way to the nearest quarters with logos. */
const Neighbours = ({ trends: { earlier, later } }: { trends: Answer }) => (
  <nav className={styles.neighbours} aria-label="Quarters">
    {earlier && (
      <Link to={`/trends/${earlier}`} rel="prev">
        ← {nameQuarter(earlier)}
      </Link>
    )}
    {later && (
      <Link to={`/trends/${later}`} rel="next">
        {nameQuarter(later)} →
      </Link>
    )}
  </nav>
)

function NoLogos({ trends: { quarter, earlier, later } }: { trends: Answer }) {
  const nearest = earlier ?? later
  return (
    <EmptyText
      title={`Nothing to count in ${nameQuarter(quarter)}`}
      action={
        <ButtonLink to={nearest ? `/trends/${nearest}` : '/'} kind="primary">
          {nearest ? `See ${nameQuarter(nearest)}` : 'See the wall'}
        </ButtonLink>
      }
    >
      {isOver(quarter)
        ? 'No public logo was uploaded in this quarter.'
        : 'Once members have uploaded a few logos, what they have in common appears here.'}
    </EmptyText>
  )
}

function Counted({ trends }: { trends: Answer }) {
  const { quarter, before_ct, counted_at } = trends
  const query = new URLSearchParams({ quarter })
  return (
    <>
      {before_ct > 0 && (
        <p className={styles.legend} aria-hidden>
          <span>This quarter</span>
          <span>The quarter before</span>
        </p>
      )}
      <Trends trends={trends} />
      <div className={styles.note}>
        <p>
          <a href={`/api/trends.csv?${query}`} download>
            Save as CSV
          </a>
          <a href={`/api/trends?${query}`}>See as JSON</a>
        </p>
        <p>
          Every public logo counts in the quarter of its upload, in UTC. For each kind, we list{' '}
          {before_ct > 0
            ? 'those whose share changed most and that at least three logos of the two quarters have'
            : 'the most frequent that at least three logos have'}
          . Each colour counts under the nearest of 24 names; a shape is a typical logo and all that are at
          least 80% like it.
          {counted_at && ` Counted on ${formatDate(counted_at)}.`}
        </p>
      </div>
    </>
  )
}
