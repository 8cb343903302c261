import type { find } from '../../../shared/api/news.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { type Block, parseArticle, type Run } from '../../../shared/rules/article.ts'
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
        {parseArticle(body).map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <Part key={i} block={block} />
        ))}
      </div>
    </article>
  )
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'list')
    return (
      <ul>
        {block.items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <li key={i}>
            <Runs runs={item} />
          </li>
        ))}
      </ul>
    )
  const text = <Runs runs={block.runs} />
  if (block.kind === 'heading') return <h2>{text}</h2>
  if (block.kind === 'quote') return <blockquote>{text}</blockquote>
  return <p>{text}</p>
}

const Runs = ({ runs }: { runs: Run[] }) =>
  runs.map((run, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    run.strong ? <strong key={i}>{run.text}</strong> : run.text,
  )
