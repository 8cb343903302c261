import { Link } from 'react-router'
import { product } from '../../shared/product.ts'
import styles from './Footer.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Mark } from './Wordmark.tsx'

/** The page's own colophon: what is in it, how it is made, whose it is. */
export function Footer({ ending }: { ending?: string }) {
  return (
    <footer className={styles.footer}>
      <p className={styles.ending} role="status">
        {ending}
      </p>
      <div className={styles.columns}>
        <div className={styles.sign}>
          <Mark size={32} />
          <p>
            Set in Schibsted Grotesk. Every colour on this wall belongs to a logo;
            <span> the red is ours.</span>
          </p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          <Link to="/">Explore</Link>
          <Link to="/books">Books</Link>
          <Link to="/about">About</Link>
          <Link to="/faq">FAQ</Link>
          <Link to="/submit">Upload</Link>
          <a href="/api/docs">API</a>
        </nav>
        <ThemeSwitch />
      </div>
      <p className={styles.copyright}>
        © {new Date().getFullYear()} {product.name}. Each logo belongs to whoever made it.
        <Link to="/terms">Terms</Link>
        <Link to="/terms#privacy">Privacy</Link>
      </p>
    </footer>
  )
}
