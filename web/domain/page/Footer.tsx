import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { site } from '../../lib/site.ts'
import { ThemeSwitch } from '../../ui/controls/ThemeSwitch.tsx'
import { Mark } from '../../ui/display/Mark.tsx'
import { JoinRibbon } from '../joining/JoinRibbon.tsx'
import { moreLinks, navLinks } from '../site/nav-links.ts'
import { siteStateQuery } from '../site/state-query.ts'
import styles from './Footer.module.css'

const [, compete, trends, news, books] = navLinks
const columns = {
  Gallery: [{ name: 'Fresh', to: '/' }, { name: 'Following', to: '/following' }, trends, books],
  [site().site_name]: [compete, news, { name: 'About', to: '/about' }, ...moreLinks],
}

/** The site's footer: links, how the site is made, copyright. */
export default function Footer({ ending }: { ending?: string }) {
  const { site_name, social_links } = site()
  const { data: state } = useQuery(siteStateQuery)
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
        {Object.entries(columns).map(([title, links]) => (
          <nav key={title} className={styles.links} aria-label={title}>
            <p aria-hidden>{title}</p>
            {links.map(({ name, to }) => (
              <Link key={name} to={to}>
                {name}
              </Link>
            ))}
            {title === 'Gallery' && <Link to="/sixteen">Sixteen</Link>}
            {title === 'Gallery' && state?.has_blind === 1 && <Link to="/blind">Blind</Link>}
          </nav>
        ))}
        {social_links.length > 0 && (
          <nav className={styles.links} aria-label="Elsewhere">
            <p aria-hidden>Elsewhere</p>
            {social_links.map(({ name, url }) => (
              <a key={name} href={url} rel="noopener">
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
      <div className={styles.end}>
        <p className={styles.copyright}>
          © {new Date().getFullYear()} {site_name}. Each logo belongs to whoever made it.
          <Link to="/terms">Terms</Link>
          <Link to="/terms#privacy">Privacy</Link>
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
