import { parseArticle } from '../../../../shared/rules/article.ts'
import { formatDate } from '../../../../shared/rules/format.ts'
import { Marks } from '../../../domain/page/Marks.tsx'
import { dateOf, type Facts } from './facts.ts'
import '../../../ui/display/serif.css'
import writing from '../../../domain/desk/Writing.module.css'
import styles from './Posts.module.css'

type Props = { facts: Facts; picture: string | undefined }

/** A post as readers will see it. */
export function PostPreview({ facts, picture }: Props) {
  const { title, text, excerpt, date, picture_alt, picture_base64 } = facts
  const shown = picture_base64 === undefined ? picture : picture_base64
  return (
    <section className={writing.preview} aria-label="Preview">
      <h2>Preview</h2>
      <article className={styles.post}>
        <p className={writing.quiet}>{formatDate(dateOf(date))}</p>
        <h3 className={styles.title}>{title || 'Untitled'}</h3>
        {excerpt && <p className={styles.lead}>{excerpt}</p>}
        {shown && <img className={styles.picture} src={shown} alt={picture_alt} />}
        <div className={writing.reading}>
          <Marks blocks={parseArticle(text)} heading="h3" />
        </div>
      </article>
    </section>
  )
}
