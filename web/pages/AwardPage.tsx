import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { type AwardGroup, awardsQuery } from '../features/logos/award-queries.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { parseBook } from '../lib/book.ts'
import { statusOf } from '../lib/query-client.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { NotArrived } from '../ui/NotArrived.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { Mark } from '../ui/Wordmark.tsx'
import styles from './AwardPage.module.css'

/** A designer's logos in one book. */
export default function AwardPage() {
  const { slug, book } = useParams()
  return <Award key={`${slug} ${book}`} slug={slug!} book={book!} />
}

function Award({ slug, book }: { slug: string; book: string }) {
  const named = parseBook(book)
  const { data: groups, error, isError, refetch } = useQuery({ ...awardsQuery(slug), enabled: !!named })
  const group = groups?.find(group => group.slug === book)
  if (!named || statusOf(error) === 404 || (groups && !group))
    return <NoAward slug={statusOf(error) === 404 ? undefined : slug} />

  const { series, number } = named
  const [first] = group?.logos ?? []
  return (
    <Page title={`${series} ${number}`} ending={group && formatCount(group.logos.length, 'logo')}>
      <header className={styles.head}>
        <h1 className={styles.book} tabIndex={-1}>
          <span className={styles.series}>{series}</span> <span className={styles.number}>{number}</span>
        </h1>
        {first && group && (
          <p className={styles.for}>
            <span className={styles.awards}>{formatCount(group.logos.length, 'Award')} for</span>{' '}
            <Link to={`/designers/${slug}?tab=logos`}>{first.company}</Link>
          </p>
        )}
        <span className={styles.mark}>
          <Mark size={32} />
        </span>
      </header>
      {isError && !groups ? (
        <NotArrived what="The page" error={error} onAgain={refetch} />
      ) : (
        <LogoGrid logos={group?.logos ?? []} skeletons={group ? 0 : 5} caption="title" />
      )}
      {groups && first && <OtherBooks slug={slug} current={book} groups={groups} />}
    </Page>
  )
}

/** The designer's other books, to turn to. */
function OtherBooks({ slug, current, groups }: { slug: string; current: string; groups: AwardGroup[] }) {
  if (groups.length < 2) return null
  return (
    <nav className={styles.books} aria-label="The designer’s books">
      {groups.map(group => (
        <Link
          key={group.slug}
          to={`/award/${slug}/${group.slug}`}
          aria-current={group.slug === current ? 'page' : undefined}
        >
          <span>{group.book}</span>
          <span className={styles.leader} />
          <span>{formatCount(group.logos.length, 'logo')}</span>
        </Link>
      ))}
    </nav>
  )
}

/** `slug`: of the designer, where there is one. */
function NoAward({ slug }: { slug?: string }) {
  return (
    <Page title="No awards">
      <h1 className="visually-hidden" tabIndex={-1}>
        No awards here
      </h1>
      <Notice
        title="This page is not in the book"
        action={
          slug ? (
            <ButtonLink to={`/designers/${slug}?tab=logos`} kind="primary">
              See the designer
            </ButtonLink>
          ) : (
            <ButtonLink to="/" kind="primary">
              See what is fresh
            </ButtonLink>
          )
        }
      >
        There are no awards at this address: the book is not out, or the designer has no logo in it.
      </Notice>
    </Page>
  )
}
