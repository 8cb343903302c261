import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyText } from '../domain/page/EmptyText.tsx'
import { Page } from '../domain/page/Page.tsx'
import { searchPath } from '../domain/search/search-path.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { trendsQuery, type WordCount } from '../features/logos/trends.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import '../ui/display/serif.css'
import styles from './TrendsPage.module.css'

/** Trending keywords, counted over the newest public logos. */
export default function TrendsPage() {
  const { data, isError, refetch } = useQuery(trendsQuery)
  return (
    <Page title="Trends">
      <header className={styles.head}>
        <h1 className={styles.title} tabIndex={-1}>
          Trends
        </h1>
        <p className={styles.lead}>
          What members are drawing now, counted over the newest {data?.count ?? 150} logos. No editor
          involved.
        </p>
      </header>
      {isError && !data ? (
        <EmptyState
          title="The trends didn’t load"
          action={
            <Button kind="primary" onClick={() => refetch()}>
              Try again
            </Button>
          }
        />
      ) : data?.count === 0 ? (
        <EmptyText
          title="Nothing to count yet"
          action={
            <ButtonLink to="/" kind="primary">
              See the wall
            </ButtonLink>
          }
        >
          Once members have uploaded a few logos, what they have in common appears here.
        </EmptyText>
      ) : (
        <>
          <div className={styles.lists} aria-busy={!data}>
            <Ranking
              title="What is drawn"
              words={data?.keywords}
              pathOf={word => searchPath({ keyword: word })}
            />
            <Ranking
              title="For whom"
              words={data?.industries}
              pathOf={word => searchPath({ industry: word })}
            />
          </div>
          <section>
            <h2 className={styles.heading}>Most liked of the newest</h2>
            <LogoGrid logos={data?.liked ?? []} skeletons={data ? 0 : 12} />
            {data?.liked.length === 0 && (
              <p className={styles.lead}>No likes yet. Yours could be the first.</p>
            )}
          </section>
        </>
      )}
    </Page>
  )
}

type RankingProps = { title: string; words: WordCount[] | undefined; pathOf: (word: string) => string }

function Ranking({ title, words, pathOf }: RankingProps) {
  if (words?.length === 0) return null
  const most = words?.[0]?.count ?? 1
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <ol className={styles.ranking}>
        {words?.map(({ word, count }) => (
          <li
            key={word}
            className={styles.row}
            style={{ '--share': `${(count / most) * 100}%` } as React.CSSProperties}
          >
            <Link to={pathOf(word)} className={styles.word}>
              {word}
            </Link>
            <span className={styles.count}>
              {count}
              <span className="visually-hidden"> logos</span>
            </span>
          </li>
        )) ??
          Array.from({ length: 10 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
            <li key={i} className={styles.row} aria-hidden />
          ))}
      </ol>
    </section>
  )
}
