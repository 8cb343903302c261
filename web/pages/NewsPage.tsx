import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ExploreTabs } from '../features/logos/ExploreTabs.tsx'
import { AnnouncementLine } from '../features/news/AnnouncementLine.tsx'
import { Article } from '../features/news/Article.tsx'
import { PostCard, PostSkeleton } from '../features/news/PostCard.tsx'
import { news, pagesOf } from '../features/news/post.ts'
import { articleQuery, featureQuery, pageQuery, sideQuery } from '../features/news/queries.ts'
import { statusOf } from '../lib/query-client.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import '../ui/serif.css'
import styles from './NewsPage.module.css'

/** News: a page of its posts or, where the address names one of ours, that post. */
export default function NewsPage() {
  const { page = '1' } = useParams()
  if (/^[1-9]\d{0,8}$/.test(page)) return <Posts key={page} page={Number(page)} />
  return <Reading key={page} slug={page} />
}

const pathOf = (page: number) => (page > 1 ? `/news/${page}` : '/news')

/** The first page opens with the feature post and the newest three; then six by six. */
function Posts({ page }: { page: number }) {
  const feature = useQuery(featureQuery)
  // Not shown twice; and where there is none, or it did not come, the others need not wait for it.
  const others = { exclude: feature.data?.id, enabled: !feature.isPending }
  const side = useQuery({ ...sideQuery(others.exclude), enabled: others.enabled && page === 1 })
  const list = useQuery({ ...pageQuery(page, others.exclude), enabled: others.enabled })

  const isFirst = page === 1
  const isEmpty = list.data?.posts.length === 0
  const isNothing = isFirst && feature.data === null && isEmpty && side.data?.posts.length === 0
  const failure = list.error ?? (isFirst ? side.error : null)
  const sidePosts = side.data?.posts ?? []
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

      {isFirst && !isNothing && (
        <section
          className={styles.top}
          aria-label="Newest"
          data-featured={feature.data !== null && !feature.isError}
        >
          {feature.isPending && <PostSkeleton kind="feature" />}
          {feature.data && <PostCard post={feature.data} kind="feature" />}
          {(side.isPending || sidePosts.length > 0) && (
            <div className={styles.side}>
              {side.isPending && times(news.side, i => <PostSkeleton key={i} kind="side" />)}
              {sidePosts.map(post => (
                <PostCard key={post.id} post={post} kind="side" />
              ))}
            </div>
          )}
        </section>
      )}

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
        <Notice
          title="The posts did not arrive"
          action={
            <Button
              kind="primary"
              onClick={() => {
                if (feature.isError) void feature.refetch()
                if (isFirst && side.isError) void side.refetch()
                if (list.isError) void list.refetch()
              }}
            >
              Try again
            </Button>
          }
        >
          {statusOf(failure) === 0 ? 'You seem to be offline.' : 'The blog did not answer as it should.'}
        </Notice>
      )}
      {isEmpty && !isFirst && (
        <Notice
          title="The news ends before this page"
          action={
            <ButtonLink to="/news" kind="primary">
              See the newest
            </ButtonLink>
          }
        />
      )}
      {isNothing && (
        <Notice
          title="No news yet"
          action={
            <ButtonLink to="/" kind="primary">
              See what is fresh
            </ButtonLink>
          }
        >
          What is written about logos, juries and the next book will be here.
        </Notice>
      )}
    </Page>
  )
}

const times = <T,>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))

/** One of our own posts. */
function Reading({ slug }: { slug: string }) {
  const { data: post, error, isError, refetch } = useQuery(articleQuery(slug))
  if (isError && !post)
    return (
      <Page title="News">
        <h1 className="visually-hidden" tabIndex={-1}>
          News
        </h1>
        {statusOf(error) === 404 ? (
          <Notice
            title="There is no such post"
            action={
              <ButtonLink to="/news" kind="primary">
                See all news
              </ButtonLink>
            }
          >
            It may have been taken down, or its address was cut short on the way here.
          </Notice>
        ) : (
          <Notice
            title="The post did not arrive"
            action={
              <Button kind="primary" onClick={() => refetch()}>
                Try again
              </Button>
            }
          >
            {statusOf(error) === 0 ? 'You seem to be offline.' : 'The gallery did not answer as it should.'}
          </Notice>
        )}
      </Page>
    )
  return (
    <Page title={post?.title ?? 'News'}>
      <nav className={styles.back} aria-label="News">
        <Link to="/news">
          <ArrowLeft size={16} aria-hidden />
          News
        </Link>
      </nav>
      {post ? (
        <>
          <Article post={post} />
          {post.next && (
            <nav className={styles.next} aria-label="Next post">
              <span>Read next</span>
              <Link to={`/news/${post.next.slug}`}>{post.next.title}</Link>
            </nav>
          )}
        </>
      ) : (
        <div className={styles.blank} role="status" aria-label="Loading">
          <PostSkeleton kind="feature" />
        </div>
      )}
    </Page>
  )
}
