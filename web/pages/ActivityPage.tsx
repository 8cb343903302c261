import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router'
import { pageSize } from '../../shared/rules/limits.ts'
import { type ActivityItem, activityQuery, useSeen } from '../lib/activity.ts'
import { ActivityText } from '../ui/ActivityText.tsx'
import { Ago } from '../ui/Ago.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { MembersOnly } from '../ui/MembersOnly.tsx'
import { NotArrived } from '../ui/NotArrived.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
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

/** What others did to one's logos, and who follows. */
function Activity({ page }: { page: number }) {
  const { data, error, isError, isFetching, isPending, isPlaceholderData, refetch } = useQuery(
    activityQuery(page),
  )
  useSeen(data !== undefined && !isFetching)
  const pages = Math.ceil((data?.count?.[0] ?? 0) / pageSize.activity)
  return (
    <Page title="Activity">
      <div className={styles.column}>
        <h1 className={styles.title} tabIndex={-1}>
          Activity
        </h1>
        {isPending && <Skeleton />}
        {data && data.activity.length > 0 && (
          <ol className={styles.feed} aria-busy={isPlaceholderData}>
            {data.activity.map(item => (
              <Item key={`${item.timestamp} ${item.type} ${item.slug} ${item.logo_id}`} item={item} />
            ))}
          </ol>
        )}
        {data && pages > 0 && data.activity.length > 0 && <Pager page={page} pages={pages} to={pathOf} />}
      </div>
      {isError && !data && <NotArrived what="Your activity" error={error} onAgain={refetch} />}
      {data?.activity.length === 0 && <Nothing isPastEnd={pages > 0} />}
    </Page>
  )
}

function Item({ item }: { item: ActivityItem }) {
  return (
    <li className={styles.item}>
      <Link to={`/designers/${item.slug}?tab=logos`} className={styles.who} tabIndex={-1} aria-hidden>
        <Avatar url={item.avatar_url} size={40} />
      </Link>
      <p className={styles.text}>
        <ActivityText item={item} isLinked />
      </p>
      <Ago at={item.timestamp} className={styles.ago} />
      {item.logo_url && (
        <Link to={`/logo/${item.logo_id}`} className={styles.logo} tabIndex={-1} aria-hidden>
          <img src={item.logo_url} alt="" width={320} height={320} loading="lazy" />
        </Link>
      )}
    </li>
  )
}

function Skeleton() {
  return (
    <div className={styles.feed} role="status" aria-busy aria-label="Loading">
      {Array.from({ length: pageSize.activity }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i} className={styles.item}>
          <span className={styles.blankWho} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  )
}

function Nothing({ isPastEnd }: { isPastEnd: boolean }) {
  if (isPastEnd)
    return (
      <Notice
        title="The feed ends before this page"
        action={
          <ButtonLink to="/activity" kind="primary">
            See the newest
          </ButtonLink>
        }
      />
    )
  return (
    <Notice
      title="It is quiet here"
      action={
        <ButtonLink to="/submit" kind="primary">
          Upload a logo
        </ButtonLink>
      }
    >
      When somebody likes, saves or comments on one of your logos, or follows you, it is told here.
    </Notice>
  )
}
