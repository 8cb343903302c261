import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { keptActivity, pageSize } from '../../shared/rules/limits.ts'
import { ActivityText } from '../domain/activity/ActivityText.tsx'
import type { ActivityItem } from '../domain/activity/activity.ts'
import { activityQuery, recentQuery, useSeen } from '../domain/activity/activity-feed.ts'
import {
  type ActivityGroup,
  countTicks,
  distinctDesigners,
  groupActivity,
  summarizeGroup,
} from '../domain/activity/activity-groups.ts'
import { placeOpacities, UploadArtboard } from '../domain/logos/EmptyWall.tsx'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Page } from '../domain/page/Page.tsx'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { Pager } from '../ui/controls/Pager.tsx'
import { Avatar } from '../ui/display/Avatar.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { TitledColumn } from '../ui/layout/TitledColumn.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './ActivityPage.module.css'

export default function ActivityPage() {
  const { page = '1' } = useParams()
  if (!/^[1-9]\d{0,8}$/.test(page)) return <Navigate to="/activity" replace />
  return (
    <MembersOnly title="Activity">
      <Activity page={Number(page)} />
    </MembersOnly>
  )
}

const pathOf = (page: number) => (page > 1 ? `/activity/${page}` : '/activity')

/** Activity of others on the member's logos, and new followers. */
function Activity({ page }: { page: number }) {
  const { data, error, isError, isFetching, isPending, isPlaceholderData, refetch } = useQuery(
    activityQuery(page),
  )
  const newCount = useSeen(data !== undefined && !isFetching)
  const pages = Math.ceil((data?.count?.[0] ?? 0) / pageSize.activity)
  const isEmpty = data?.activity.length === 0
  return (
    <Page title="Activity">
      <TitledColumn
        title="Activity"
        under={isEmpty && !pages && <UploadArtboard />}
        aside={page === 1 && <Week />}
      >
        {data?.entered && page === 1 && (
          <p className={styles.entered}>
            {formatCount(data.entered.logos, 'logo')} entered for Book {data.entered.book}
          </p>
        )}
        {isPending && <Skeleton />}
        {data && data.activity.length > 0 && (
          <Feed
            items={data.activity}
            newCount={newCount - (page - 1) * pageSize.activity}
            isBusy={isPlaceholderData}
          />
        )}
        {data && pages > 0 && data.activity.length > 0 && <Pager page={page} pages={pages} to={pathOf} />}
        {page === pages && data?.count && data.count[0]! >= keptActivity.items && (
          <p className={styles.kept}>
            Your newest {keptActivity.items} items stay here, and everything from the last twelve months.
          </p>
        )}
        {isEmpty && !pages && <EmptyFeed />}
      </TitledColumn>
      {isError && !data && <LoadError what="Your activity" error={error} onRetry={refetch} />}
      {isEmpty && pages > 0 && <PastTheEnd />}
    </Page>
  )
}

function Feed({ items, newCount, isBusy }: { items: ActivityItem[]; newCount: number; isBusy: boolean }) {
  const groups = groupActivity(items, newCount)
  const firstSeen = groups.findIndex(group => !group.isNew)
  return (
    <ol className={styles.feed} aria-label="Activity" aria-busy={isBusy}>
      {groups.map((group, i) => (
        <li key={group.key}>
          {i > 0 && i === firstSeen && <p className={styles.visit}>↑ Since your last visit</p>}
          {group.items.length === 1 ? <Single item={group.items[0]!} /> : <Group group={group} />}
        </li>
      ))}
    </ol>
  )
}

/** The item's picture: the logo, or for a follow the follower. */
function Picture({ item }: { item: ActivityItem }) {
  return item.logo_url ? (
    <Link to={`/logo/${item.logo_id}`} className={styles.logo} tabIndex={-1} aria-hidden>
      <img src={item.logo_url} alt="" width={320} height={320} loading="lazy" />
    </Link>
  ) : (
    <Link to={`/designers/${item.slug}?tab=logos`} className={styles.who} tabIndex={-1} aria-hidden>
      <Avatar url={item.avatar_url} size={56} />
    </Link>
  )
}

function Single({ item }: { item: ActivityItem }) {
  return (
    <div className={styles.item}>
      <Picture item={item} />
      <p className={styles.text}>
        <ActivityText item={item} isLinked />
      </p>
      <RelativeTime at={item.timestamp} className={styles.ago} />
    </div>
  )
}

const shownAvatars = 5

/** Several items in one row that expands. */
function Group({ group: { items } }: { group: ActivityGroup }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const newest = items[0]!
  const designers = distinctDesigners(items)
  return (
    <>
      <div className={styles.item}>
        <Picture item={newest} />
        <div>
          <p className={styles.text}>
            {designers.length === 1 && (
              <Link to={`/designers/${newest.slug}?tab=logos`} className={styles.name}>
                {newest.company}
              </Link>
            )}{' '}
            {summarizeGroup(items)}{' '}
            {newest.logo_name && (
              <Link to={`/logo/${newest.logo_id}`} className={styles.name}>
                {newest.logo_name}
              </Link>
            )}
          </p>
          <button
            type="button"
            className={styles.open}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${isOpen ? 'Hide' : 'Show'} all ${items.length}`}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={styles.avatars}>
              {designers.slice(0, shownAvatars).map(({ designer_id, avatar_url }) => (
                <Avatar key={designer_id} url={avatar_url} size={24} />
              ))}
            </span>
            {designers.length > shownAvatars && <span>+{designers.length - shownAvatars}</span>}
            <ChevronDown size={16} aria-hidden />
          </button>
        </div>
        <RelativeTime at={newest.timestamp} className={styles.ago} />
      </div>
      <ol className={styles.each} id={id} hidden={!isOpen}>
        {items.map(item => (
          <li key={`${item.timestamp} ${item.type} ${item.slug}`}>
            <Avatar url={item.avatar_url} size={24} />
            <p className={styles.text}>
              <ActivityText item={item} isLinked />
            </p>
            <RelativeTime at={item.timestamp} className={styles.ago} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** The last seven days in 28 ticks. */
function Week() {
  const { data } = useQuery(recentQuery)
  if (!data?.activity.length) return null
  const counts = countTicks(data.activity, new Date())
  const most = Math.max(...counts, 1)
  const sum = counts.reduce((all, count) => all + count, 0)
  return (
    <div className={styles.week} role="img" aria-label={`${sum} in the last seven days`}>
      {counts.map((count, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a tick
          key={i}
          data-some={count > 0 || undefined}
          style={{ height: `${Math.round(12 + (88 * count) / most)}%` }}
        />
      ))}
    </div>
  )
}

function Skeleton() {
  return (
    <div className={styles.feed} role="status" aria-busy aria-label="Loading">
      {Array.from({ length: pageSize.activity }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={i} className={styles.item}>
          <span className={styles.blankWho} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  )
}

/** Placeholders for the rows of the feed. */
function EmptyFeed() {
  return (
    <>
      <h2 className={styles.nothing}>Nothing yet</h2>
      <p className={styles.text}>Likes, saves, comments and new followers appear here.</p>
      <p className={styles.action}>
        <ButtonLink to="/submit" kind="primary">
          Upload a logo
        </ButtonLink>
      </p>
      <div className={styles.feed} aria-hidden>
        {placeOpacities.map(opacity => (
          <div key={opacity} className={styles.row} style={{ opacity }}>
            <span className={styles.place} />
          </div>
        ))}
      </div>
    </>
  )
}

function PastTheEnd() {
  return (
    <EmptyState
      title="There’s nothing on this page"
      action={
        <ButtonLink to="/activity" kind="primary">
          See the newest
        </ButtonLink>
      }
    />
  )
}
