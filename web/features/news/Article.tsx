import type { find } from '../../../shared/api/news.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { parseArticle } from '../../../shared/rules/article.ts'
import { Marks } from '../../domain/page/Marks.tsx'
import styles from './Article.module.css'
import { formatPublished } from './post.ts'

/** The text of an own post. */
export function Article({ post }: { post: OutputOf<typeof find> }) {
  const { title, excerpt, published_at, image, body } = post
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        <p className={styles.date}>
          <time dateTime={published_at}>{formatPublished(published_at)}</time>
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.lead}>{excerpt}</p>
      </header>
      {image && (
        <img
          className={styles.picture}
          src={image.path}
          alt={image.alt_text}
          width={image.width}
          height={image.height}
        />
      )}
      <div className={styles.body}>
        <Marks blocks={parseArticle(body)} />
      </div>
    </article>
  )
}
