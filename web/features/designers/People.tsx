import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { followers, Profile } from '../../../shared/api/designers.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { formatCount, formatNumber } from '../../../shared/rules/format.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Pager } from '../../ui/controls/Pager.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import styles from './People.module.css'
import { type PeopleList, peopleQuery } from './queries.ts'

type Person = OutputOf<typeof followers>['data'][number]
type Props = { profile: Profile; isOwn: boolean; list: PeopleList; page: number }

/** A designer's followers and the designers they follow. */
export function People({ profile, isOwn, list, page }: Props) {
  const query = useQuery(peopleQuery(profile.designer_id, list, page))
  const people = query.data?.data
  const pages = Math.ceil((query.data?.count ?? 0) / pageSize.people)
  return (
    <section className={styles.column} aria-label={list === 'followers' ? 'Followers' : 'Following'}>
      <nav className={styles.head} aria-label="Followers and following">
        <Link to={pathOf('followers', 1)} aria-current={list === 'followers' || undefined}>
          {formatCount(profile.follower_count, 'follower')}
        </Link>
        <Link to={pathOf('following', 1)} aria-current={list === 'following' || undefined}>
          {formatNumber(profile.following_count)} following
        </Link>
        {isOwn && (
          <Link to="/following" className={styles.latest}>
            Latest from following
          </Link>
        )}
      </nav>

      {query.isPending && <Skeleton />}
      {people && people.length > 0 && (
        <>
          <PersonList people={people} isBusy={query.isPlaceholderData} />
          <Pager page={page} pages={pages} to={next => pathOf(list, next)} />
        </>
      )}
      {query.isError && !people && (
        <LoadError
          what={list === 'followers' ? 'The followers' : 'The list'}
          error={query.error}
          onRetry={query.refetch}
        />
      )}
      {people?.length === 0 &&
        (pages > 0 ? (
          <EmptyState
            title="There’s nothing on this page"
            action={
              <ButtonLink to={pathOf(list, 1)} kind="primary">
                Back to page 1
              </ButtonLink>
            }
          />
        ) : (
          <NoPeople company={profile.company} isOwn={isOwn} list={list} />
        ))}
    </section>
  )
}

function PersonList({ people, isBusy }: { people: Person[]; isBusy: boolean }) {
  return (
    <ul className={styles.list} aria-busy={isBusy}>
      {people.map(person => (
        <li key={person.designer_id}>
          <Link to={`/designers/${person.slug}?tab=logos`} className={styles.person}>
            <Avatar url={person.avatar_url} size={44} />
            <span className={styles.company}>{person.company}</span>
            <span className={styles.counts}>
              {formatCount(person.logo_count, 'logo')} · {formatCount(person.award_count, 'award')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NoPeople({ company, isOwn, list }: { company: string; isOwn: boolean; list: PeopleList }) {
  if (list === 'followers')
    return isOwn ? (
      <EmptyState
        title="No followers yet"
        action={
          <ButtonLink to="/submit" kind="primary">
            Upload a logo
          </ButtonLink>
        }
      >
        Members who follow you appear here. They see your new logos first.
      </EmptyState>
    ) : (
      <EmptyState title="No followers yet">Be the first to follow {company}.</EmptyState>
    )
  return isOwn ? (
    <EmptyState
      title="You don’t follow anyone yet"
      action={
        <ButtonLink to="/" kind="primary">
          Find designers on Fresh
        </ButtonLink>
      }
    >
      Designers you follow appear here, and their new logos under Following.
    </EmptyState>
  ) : (
    <EmptyState title="Not following anyone yet">
      The designers that {company} follows appear here.
    </EmptyState>
  )
}

function Skeleton() {
  return (
    <div className={styles.list} role="status" aria-busy aria-label="Loading">
      {Array.from({ length: pageSize.people }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={i} className={styles.person}>
          <span className={styles.blank} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  )
}

function pathOf(list: PeopleList, page: number) {
  const query = new URLSearchParams({ tab: 'followers' })
  if (list === 'following') query.set('list', list)
  if (page > 1) query.set('page', String(page))
  return `?${query}`
}
