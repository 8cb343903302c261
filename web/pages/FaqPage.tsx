import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { parseArticle } from '../../shared/rules/article.ts'
import { slugOf } from '../../shared/rules/slug.ts'
import { ArticlePage, Waiting } from '../domain/page/ArticlePage.tsx'
import { Marks } from '../domain/page/Marks.tsx'
import { wordsQuery } from '../domain/site/words-query.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './FaqPage.module.css'

export default function FaqPage() {
  const { data, error, isError, refetch } = useQuery(wordsQuery('faq'))
  if (!data?.faq)
    return (
      <ArticlePage title="FAQ">
        {isError ? <LoadError what="The questions" error={error} onRetry={refetch} /> : <Waiting />}
      </ArticlePage>
    )
  return (
    <ArticlePage title="FAQ" lead="What members ask about the competition, the books and their accounts.">
      {data.faq.map(({ area, questions }) => (
        <section key={area} id={slugOf(area)}>
          <h2>{area}</h2>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.item}>
              <summary className={styles.question}>
                {question}
                <ChevronDown size={18} aria-hidden />
              </summary>
              <div className={styles.answer}>
                <Marks blocks={parseArticle(answer)} heading="h3" />
              </div>
            </details>
          ))}
        </section>
      ))}
      <section>
        <h2>Something else</h2>
        <p>Didn’t find it? Ask us. Someone who makes the books will write back.</p>
        <div className={styles.contact}>
          <ButtonLink to="/contact" kind="primary">
            Contact Us
          </ButtonLink>
        </div>
      </section>
    </ArticlePage>
  )
}
