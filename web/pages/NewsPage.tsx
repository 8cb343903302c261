import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { Post } from '../../shared/api/news.ts'
import { EmptyText } from '../domain/page/EmptyText.tsx'
import { Page } from '../domain/page/Page.tsx'
import { ExploreTabs } from '../features/logos/ExploreTabs.tsx'
import { AnnouncementLine } from '../features/news/AnnouncementLine.tsx'
import { Article } from '../features/news/Article.tsx'
import { PostCard, PostSkeleton } from '../features/news/PostCard.tsx'
import { news, pagesOf } from '../features/news/post.ts'
import { articleQuery, featureQuery, pageQuery, sideQuery } from '../features/news/queries.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { Pager } from '../ui/controls/Pager.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import '../ui/display/serif.css'
import styles from './NewsPage.module.css'

/** News: a page of its posts or, where the address names one of ours, that post. */
export default function NewsPage() {
  const { page = '1' } = useParams()
  if (/^[1-9]\d{0,8}$/.test(page)) return <Posts key={page} page={Number(page)} />
  return <OnePost key={page} slug={page} />
}

const pathOf = (page: number) => (page > 1 ? `/news/${page}` : '/news')

/** The first page opens with the feature post and the newest three, then six at a time. */
function Posts({ page }: { page: number }) {
  const feature = useQuery(featureQuery)
  // The feature post is excluded from the list; when it is missing or failed, the list loads without it.
  const others = { exclude: feature.data?.id, enabled: !feature.isPending }
  const side = useQuery({ ...sideQuery(others.exclude), enabled: others.enabled && page === 1 })
  const list = useQuery({ ...pageQuery(page, others.exclude), enabled: others.enabled })

  const isFirst = page === 1
  const isEmpty = list.data?.posts.length === 0
  const isNothing = isFirst && feature.data === null && isEmpty && side.data?.posts.length === 0
  const failure = list.error ?? (isFirst ? side.error : null)
  return (
    <Page title={isFirst ? 'News' : `News, page ${page}`}>
      <AnnouncementLine />
      <header className={styles.head}>
        <ExploreTabs current="news" />
      </header>
      {(feature.isPending || list.isPending) && (
        <p className="visually-hidden" role="status">
          Loading
        </p>
      )}

      {isFirst && !isNothing && <Newest feature={feature} side={side} />}
      {(list.isPending || (list.data && !isEmpty)) && (
        <section className={styles.list} aria-label="Earlier posts">
          {list.isPending && times(news.page, i => <PostSkeleton key={i} kind="list" />)}
          {list.data?.posts.map(post => (
            <PostCard key={post.id} post={post} kind="list" />
          ))}
        </section>
      )}
      {list.data && !isEmpty && <Pager page={page} pages={pagesOf(list.data.total)} to={pathOf} />}

      {failure && (
        <Failed
          isOffline={statusOf(failure) === 0}
          onRetry={() => {
            for (const each of isFirst ? [feature, side, list] : [feature, list])
              if (each.isError) void each.refetch()
          }}
        />
      )}
      {isEmpty && !isFirst && (
        <EmptyState
          title="There’s nothing on this page"
          action={
            <ButtonLink to="/news" kind="primary">
              See the newest
            </ButtonLink>
          }
        />
      )}
      {isNothing && (
        <EmptyText
          title="No news yet"
          action={
            <ButtonLink to="/" kind="primary">
              Browse Fresh
            </ButtonLink>
          }
        >
          Posts about logos, juries and the next book will appear here.
        </EmptyText>
      )}
    </Page>
  )
}

type NewestProps = {
  feature: UseQueryResult<Post | null>
  side: UseQueryResult<{ posts: Post[] }>
}

/** The feature post, and beside it the newest others. */
function Newest({ feature, side }: NewestProps) {
  const others = side.data?.posts ?? []
  return (
    <section
      className={styles.top}
      aria-label="Newest"
      data-featured={feature.data !== null && !feature.isError}
    >
      {feature.isPending && <PostSkeleton kind="feature" />}
      {feature.data && <PostCard post={feature.data} kind="feature" />}
      {(side.isPending || others.length > 0) && (
        <div className={styles.side}>
          {side.isPending && times(news.side, i => <PostSkeleton key={i} kind="side" />)}
          {others.map(post => (
            <PostCard key={post.id} post={post} kind="side" />
          ))}
        </div>
      )}
    </section>
  )
}

const Failed = ({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) => (
  <EmptyState
    title="The posts didn’t load"
    action={
      <Button kind="primary" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {isOffline ? 'You seem to be offline.' : 'Something went wrong on our side.'}
  </EmptyState>
)

const times = <T,>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))

/** One of our own posts. */
function OnePost({ slug }: { slug: string }) {
  const { data: post, error, isError, refetch } = useQuery(articleQuery(slug))
  if (isError && !post)
    return (
      <Page title="News">
        <h1 className="visually-hidden" tabIndex={-1}>
          News
        </h1>
        {statusOf(error) === 404 ? (
          <EmptyState
            title="Post not found"
            action={
              <ButtonLink to="/news" kind="primary">
                See all news
              </ButtonLink>
            }
          >
            It may have been removed, or the address may be incomplete.
          </EmptyState>
        ) : (
          <EmptyState
            title="The post didn’t load"
            action={
              <Button kind="primary" onClick={() => refetch()}>
                Try again
              </Button>
            }
          >
            {statusOf(error) === 0 ? 'You seem to be offline.' : 'Something went wrong on our side.'}
          </EmptyState>
        )}
      </Page>
    )
  return (
    <Page title={post?.title ?? 'News'}>
      <nav className={`page ${styles.back}`} aria-label="News">
        <Link to="/news">
          <ArrowLeft size={16} aria-hidden />
          News
        </Link>
      </nav>
      {post ? (
        <div className={`page ${styles.article}`}>
          <Article post={post} />
          {post.next && (
            <nav className={styles.next} aria-label="Next post">
              <span>Read next</span>
              <Link to={`/news/${post.next.slug}`}>{post.next.title}</Link>
            </nav>
          )}
        </div>
      ) : (
        <div className="page" role="status" aria-label="Loading">
          <PostSkeleton kind="feature" />
        </div>
      )}
    </Page>
  )
}
