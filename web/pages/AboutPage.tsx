import { Link } from 'react-router'
import { product } from '../../shared/product.ts'
import { ArticlePage } from '../domain/page/ArticlePage.tsx'

export default function AboutPage() {
  return (
    <ArticlePage
      title="About"
      lead={
        <>
          A colophon is the emblem a printer sets at the end of a book, to say: this is mine, and I stand by
          it. {product.name} is a wall for such marks, and the books that are made from it.
        </>
      }
    >
      <section>
        <h2>A wall</h2>
        <p>
          More than 20,000 designers from more than 68 countries hang their logos here, more than 400,000 so
          far. The wall is kept grey so that every colour on it belongs to somebody’s work. A logo is shown on
          its own ground, at the sizes at which it has to live, and with the names of everyone who made it.
        </p>
        <p>
          <Link to="/">The newest are open to everyone.</Link> Members see all of it, search it, like and
          collect what they find, follow one another, and upload without limit or advertising.
        </p>
      </section>
      <section>
        <h2>A jury</h2>
        <p>
          Every logo that a member uploads is entered in the next book. Eight to ten jurors share them out so
          that three look at each. They see the marks in random order and without names, and their scores
          decide.
        </p>
      </section>
      <section>
        <h2>A book</h2>
        <p>
          About every year and a half the chosen ones are printed: thirteen editions by now, a Master Library
          in four volumes that sorts them by subject, and a textbook. <Link to="/books">See the books.</Link>
        </p>
      </section>
    </ArticlePage>
  )
}
