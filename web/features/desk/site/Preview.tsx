import type { SiteValue } from '../../../../shared/api/site.ts'
import { parseArticle } from '../../../../shared/rules/article.ts'
import { formatLocalMoment } from '../../../../shared/rules/format-time.ts'
import { fillIn, type SiteName, type SiteWords } from '../../../../shared/site-words.ts'
import { Marks } from '../../../domain/page/Marks.tsx'
import { Drawing } from './Drawing.tsx'
import { descriptions } from './describe.ts'
import '../../../ui/display/serif.css'
import writing from '../../../domain/desk/Writing.module.css'
import styles from './Site.module.css'

type Props = { name: SiteName; value: SiteValue; words: SiteWords }

/** A word as readers will see it, with its names filled in. */
export function Preview({ name, value, words }: Props) {
  const read = fillIn({ ...words, [name]: value })
  return (
    <section className={writing.preview} aria-label="Preview">
      <h2>Preview</h2>
      <Content name={name} read={read} />
    </section>
  )
}

function Content({ name, read }: { name: SiteName; read: SiteWords }) {
  const { kind } = descriptions[name]
  switch (kind) {
    case 'wordmark':
      return <Drawing svg={read.wordmark} />
    case 'ribbon':
      return <Ribbon ribbon={read.ribbon} />
    case 'join_ribbon':
      return (
        <div className={styles.join}>
          <strong>{read.join_ribbon.title}</strong>
          <p>{read.join_ribbon.text}</p>
          <span className={styles.pill}>{read.join_ribbon.button}</span>
        </div>
      )
    case 'links':
      return read.social_links.length ? (
        <ul className={styles.links}>
          {read.social_links.map(({ name, url }) => (
            <li key={`${name} ${url}`}>
              {name} <span className={writing.quiet}>{url}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={writing.quiet}>No links in the footer yet.</p>
      )
    case 'faq':
      return <Questions faq={read.faq} />
    default:
      return <Text text={String(read[name])} isArticle={kind === 'article'} />
  }
}

function Text({ text, isArticle }: { text: string; isArticle: boolean }) {
  if (!text.trim()) return <p className={writing.quiet}>Nothing written yet.</p>
  if (!isArticle) return <p className={styles.plain}>{text}</p>
  return (
    <div className={writing.reading}>
      <Marks blocks={parseArticle(text)} heading="h3" />
    </div>
  )
}

function Ribbon({ ribbon: { text, link, from, until } }: { ribbon: SiteWords['ribbon'] }) {
  if (!text) return <p className={writing.quiet}>Without text, nothing appears above the wall.</p>
  return (
    <>
      <p className={styles.ribbon}>{text}</p>
      <p className={writing.quiet}>
        Leads to {link || '…'}. Shown {from ? `from ${formatLocalMoment(from)}` : 'at once'}
        {until ? ` until ${formatLocalMoment(until)}` : ', until you remove it'}.
      </p>
    </>
  )
}

function Questions({ faq }: { faq: SiteWords['faq'] }) {
  if (!faq.length) return <p className={writing.quiet}>No questions yet.</p>
  return (
    <div className={writing.reading}>
      {faq.map(({ area, questions }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: while it is written, an area may have no name or that of another
        <section key={i}>
          <h3>{area || 'An area without a name'}</h3>
          {questions.map(({ question, answer }, j) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div key={j}>
              <p>
                <strong>{question || '…'}</strong>
              </p>
              <Marks blocks={parseArticle(answer)} heading="h3" />
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
