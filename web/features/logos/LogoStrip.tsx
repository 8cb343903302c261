import { Link, useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { LogoPicture } from './LogoPicture.tsx'
import styles from './LogoStrip.module.css'
import { openedHere, openLogoSearch } from './open-logo.ts'

/** Up to ten logos side by side. */
export function LogoStrip({ logos, label }: { logos: Logo[]; label: string }) {
  const { search } = useLocation()
  return (
    <ul className={styles.strip} aria-label={label}>
      {logos.map(logo => (
        <li key={logo.logo_id}>
          <Link
            to={openLogoSearch(search) + logo.logo_id}
            state={openedHere}
            className={styles.art}
            preventScrollReset
          >
            <LogoPicture logo={logo} alt={logo.logo} sizes="(width < 800px) 96px, 10vw" isEager />
          </Link>
        </li>
      ))}
    </ul>
  )
}
