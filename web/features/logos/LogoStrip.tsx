import { Link, useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { entryKeyOf, type OpenedOver } from '../../lib/navigation/scroll-key.ts'
import { LogoPicture } from './LogoPicture.tsx'
import styles from './LogoStrip.module.css'
import { openLogoSearch } from './open-logo.ts'

/** Up to ten logos side by side, with the designer who chose them below. */
export function LogoStrip({ logos, label }: { logos: Logo[]; label: string }) {
  const location = useLocation()
  const state: OpenedOver = { opened: entryKeyOf(location) }
  return (
    <figure>
      <ul className={styles.strip}>
        {logos.map(logo => (
          <li key={logo.logo_id}>
            <Link
              to={openLogoSearch(location.search) + logo.logo_id}
              state={state}
              className={styles.art}
              preventScrollReset
            >
              <LogoPicture logo={logo} alt={logo.logo} sizes="(width < 800px) 96px, 174px" isEager />
            </Link>
          </li>
        ))}
      </ul>
      <figcaption className={styles.caption}>{label}</figcaption>
    </figure>
  )
}
