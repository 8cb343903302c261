import { Link, useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { type OpenedOver, placeOf } from '../../lib/place.ts'
import { LogoPicture } from './LogoPicture.tsx'
import styles from './LogoStrip.module.css'
import { openLogoSearch } from './open-logo.ts'

/** Up to ten logos side by side. */
export function LogoStrip({ logos, label }: { logos: Logo[]; label: string }) {
  const location = useLocation()
  const state: OpenedOver = { opened: placeOf(location) }
  return (
    <ul className={styles.strip} aria-label={label}>
      {logos.map(logo => (
        <li key={logo.logo_id}>
          <Link
            to={openLogoSearch(location.search) + logo.logo_id}
            state={state}
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
