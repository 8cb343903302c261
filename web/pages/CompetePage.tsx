import { Link } from 'react-router'
import { product } from '../../shared/product.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Reading } from '../ui/Reading.tsx'
import styles from './CompetePage.module.css'

const steps: [string, string][] = [
  ['Upload', 'A logo you have the rights to, as a square JPG, PNG or GIF, 900 pixels wide.'],
  ['Entered', 'By itself, in the next book. There is no form, no fee for each logo, and no limit.'],
  ['Judged', 'By three of eight to ten jurors, in random order, without names, likes or dates.'],
  ['Told', 'By e-mail, about three months after the entry deadline: what is in, and what is not.'],
  ['Printed', 'With your credits beside it. About every year and a half a new edition appears.'],
]

/** The competition behind the books, for whoever thinks of entering. */
export default function CompetePage() {
  const session = useSession()
  return (
    <Reading
      title="Compete"
      lead={`Every logo on this wall is judged for the next ${product.bookSeries}. This is how it gets there.`}
    >
      <ol className={styles.steps}>
        {steps.map(([name, text]) => (
          <li key={name} className={styles.step}>
            <h2>{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <section>
        <h2>What the jury sees</h2>
        <p>
          The mark, its title and its industry. Not whose it is, not for whom it was made, and not what
          anybody else thought of it. Each juror meets the logos in an order of their own, so that nobody is
          helped or harmed by when they uploaded.
        </p>
        <p>
          Three jurors score every logo, and nobody judges their own work or that of their company. Likes
          count for nothing here.
        </p>
      </section>
      <section>
        <h2>What it costs</h2>
        <p>
          A membership: $100 a year, or $10 a month. It covers every upload and its entry, and search of the
          whole wall. Being chosen costs nothing and obliges to nothing.
        </p>
        <p>
          <Link to="/faq#competition">What members ask about the competition</Link>
        </p>
      </section>
      <div className={styles.ways}>
        {session ? (
          <ButtonLink to="/submit" kind="primary">
            Upload a logo
          </ButtonLink>
        ) : (
          <ButtonLink to="/join" kind="primary">
            Join Today
          </ButtonLink>
        )}
        <ButtonLink to="/books">See the books</ButtonLink>
      </div>
    </Reading>
  )
}
