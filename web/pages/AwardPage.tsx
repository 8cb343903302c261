import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { parseBook } from '../domain/books/book-slug.ts'
import { Page } from '../domain/page/Page.tsx'
import { type AwardGroup, awardsQuery } from '../features/logos/award-queries.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { statusOf } from '../lib/api/query-client.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { Mark } from '../ui/display/Mark.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
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
        <LoadError what="The page" error={error} onRetry={refetch} />
      ) : (
        <LogoGrid logos={group?.logos ?? []} skeletons={group ? 0 : 5} caption="title" hidesAwards />
      )}
      {groups && first && <OtherBooks slug={slug} current={book} groups={groups} />}
    </Page>
  )
}

/** Links to the designer's other books. */
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

/** `slug`: the designer's, if known. */
function NoAward({ slug }: { slug?: string }) {
  return (
    <Page title="No awards">
      <h1 className="visually-hidden" tabIndex={-1}>
        No awards here
      </h1>
      <EmptyState
        title="This page is not in the book"
        action={
          slug ? (
            <ButtonLink to={`/designers/${slug}?tab=logos`} kind="primary">
              See the designer
            </ButtonLink>
          ) : (
            <ButtonLink to="/" kind="primary">
              Browse Fresh
            </ButtonLink>
          )
        }
      >
        The book isn’t out yet, or the designer has no logo in it.
      </EmptyState>
    </Page>
  )
}
