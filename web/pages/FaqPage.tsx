import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArticlePage } from '../domain/page/ArticlePage.tsx'
import { ButtonLink } from '../ui/controls/Button.tsx'
import styles from './FaqPage.module.css'

const areas: { id: string; title: string; questions: [string, ReactNode][] }[] = [
  {
    id: 'competition',
    title: 'Competition',
    questions: [
      [
        'How do I enter a logo?',
        <>
          <Link to="/submit">Upload it.</Link> Everything a member uploads is entered in the next book
          automatically; there’s no form and no fee beyond the membership.
        </>,
      ],
      [
        'What should the picture be like?',
        'A square JPG, PNG or GIF of 900 × 900 pixels, under 2 MB. Smaller squares are accepted, too, but 900 × 900 prints best. Leave some room around the mark.',
      ],
      [
        'Which logos may I upload?',
        'Those you have the rights to: your own work, and work you were commissioned for if your client agrees. Proposals that were never used are welcome.',
      ],
      [
        'How is it judged?',
        'By eight to ten jurors. Three of them score each logo, in random order and without seeing names. The best scores go into the book.',
      ],
      ['When do I hear about it?', 'By email, about three months after the entry deadline.'],
      [
        'Can I change or remove an entry?',
        'Its credits and texts at any time. The logo itself can be deleted within 48 hours of its upload, but not once it’s in a published book.',
      ],
    ],
  },
  {
    id: 'books',
    title: 'Books',
    questions: [
      ['How often does a book appear?', 'About every year and a half.'],
      [
        'Where can I buy one?',
        <>
          <Link to="/books">Each book’s entry</Link> says where: follow Buy Now.
        </>,
      ],
      [
        'What is the Master Library?',
        <>
          Four volumes that take the logos of the editions and arrange them by subject, from initials to
          calligraphy. <Link to="/books">See all books.</Link>
        </>,
      ],
      [
        'How will my name be printed?',
        'As you credit it: the company of your profile, and the designer, art director and client that you give with the logo. Please check them before the deadline.',
      ],
      ['Do I have to buy a book when I am in it?', 'No. Being in a book is free and carries no obligation.'],
    ],
  },
  {
    id: 'account',
    title: 'Account',
    questions: [
      [
        'What does a membership cost?',
        '$100 a year, or $10 a month. It covers unlimited uploads and their entry into the competition, search of the whole wall, and no advertising.',
      ],
      [
        'Does it renew automatically?',
        'A subscription does, every year or month, until you cancel it. A membership from a gift card ends with its term.',
      ],
      [
        'What happens to my logos when it ends?',
        'They stay where they are, with your credit. You can log in to renew; everything else opens again when you have.',
      ],
      [
        'May I use a pseudonym?',
        'Yes. Others see your company, which can be any name you work under. Only we see your own name.',
      ],
    ],
  },
]

export default function FaqPage() {
  return (
    <ArticlePage title="FAQ" lead="What members ask about the competition, the books and their accounts.">
      {areas.map(({ id, title, questions }) => (
        <section key={id} id={id}>
          <h2>{title}</h2>
          {questions.map(([question, answer]) => (
            <details key={question} className={styles.item}>
              <summary className={styles.question}>
                {question}
                <ChevronDown size={18} aria-hidden />
              </summary>
              <p className={styles.answer}>{answer}</p>
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
