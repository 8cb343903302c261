import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '../../../shared/api/news.ts'
import { Mark } from '../../ui/display/Mark.tsx'
import styles from './PostCard.module.css'
import { formatPublished, pictureOf, plainText } from './post.ts'

/** `feature`: large; `side`: the picture beside the text; `list`: one of many. */
type Kind = 'feature' | 'side' | 'list'

/** A post's picture, date, title and excerpt, as one link. */
export function PostCard({ post, kind }: { post: Post; kind: Kind }) {
  const excerpt = plainText(post.excerpt.rendered)
  return (
    <article className={styles.card} data-kind={kind}>
      <Picture post={post} isFirst={kind === 'feature'} />
      <div className={styles.text}>
        <p className={styles.date}>
          <time dateTime={post.date}>{formatPublished(post.date)}</time>
        </p>
        <h2 className={styles.title}>
          <PostLink link={post.link}>{plainText(post.title.rendered) || 'Untitled'}</PostLink>
        </h2>
        {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
      </div>
    </article>
  )
}

/** Own posts open on the site, posts of the WordPress blog there. */
function PostLink({ link, children }: { link: string; children: string }) {
  const url = URL.parse(link, location.href)
  if (!link || !url || !/^https?:$/.test(url.protocol)) return children
  if (url.host === location.host)
    return (
      <Link to={url.pathname} className={styles.link}>
        {children}
      </Link>
    )
  return (
    <a href={url.href} rel="noopener noreferrer" className={styles.link}>
      {children}
      <ArrowUpRight className={styles.away} aria-label={`at ${url.host}`} />
    </a>
  )
}

function Picture({ post, isFirst }: { post: Post; isFirst: boolean }) {
  const picture = pictureOf(post)
  const [failed, setFailed] = useState<string>()
  return (
    <div className={`framed ${styles.picture}`}>
      {picture && picture.src !== failed ? (
        <img
          src={picture.src}
          alt={picture.alt}
          width={1600}
          height={1000}
          loading={isFirst ? 'eager' : 'lazy'}
          onError={() => setFailed(picture.src)}
        />
      ) : (
        <Mark size={40} />
      )}
    </div>
  )
}

/** The skeleton of a post. */
export function PostSkeleton({ kind }: { kind: Kind }) {
  return (
    <div className={styles.card} data-kind={kind} aria-hidden>
      <div className={`framed ${styles.picture}`} />
      <div className={styles.text}>
        <p className={styles.date}>
          <span className={styles.bar} />
        </p>
        <p className={styles.title}>
          <span className={styles.bar} />
        </p>
        <p className={styles.excerpt}>
          <span className={styles.bar} />
        </p>
      </div>
    </div>
  )
}
