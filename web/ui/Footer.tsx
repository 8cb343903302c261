import { Link } from 'react-router'
import { product } from '../../shared/product.ts'
import { socialLinks } from '../../shared/social.ts'
import styles from './Footer.module.css'
import { JoinRibbon } from './JoinRibbon.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Mark } from './Wordmark.tsx'

/** The page's own colophon: what is in it, how it is made, whose it is. */
export default function Footer({ ending }: { ending?: string }) {
  return (
    <footer className={styles.footer}>
      <p className={styles.ending} role="status">
        {ending}
      </p>
      <JoinRibbon />
      <div className={styles.columns}>
        <div className={styles.sign}>
          <Mark size={32} />
          <p>
            Set in Schibsted Grotesk. Every colour on this wall belongs to a logo;
            <span> the red is ours.</span>
          </p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          <Link to="/about">About</Link>
          <Link to="/faq">FAQ</Link>
          <Link to="/contact">Contact</Link>
          <Link to="/books">Books</Link>
          <a href="/api/docs">API</a>
        </nav>
        <nav className={styles.links} aria-label="Elsewhere">
          {socialLinks.map(({ name, url }) => (
            <a key={name} href={url} rel="noopener">
              {name}
            </a>
          ))}
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
