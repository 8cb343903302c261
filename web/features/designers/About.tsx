import type { Profile } from '../../../shared/api/designers.ts'
import { formatDate } from '../../../shared/rules/format.ts'
import styles from './About.module.css'

const networks = ['twitter', 'facebook', 'instagram', 'dribbble', 'behance'] as const
const networkNames = {
  twitter: 'X',
  facebook: 'Facebook',
  instagram: 'Instagram',
  dribbble: 'Dribbble',
  behance: 'Behance',
}

/** A designer's bio and links. */
export function About({ profile }: { profile: Profile }) {
  const links = networks.filter(network => /^https?:\/\//i.test(profile[network]))
  return (
    <div className={styles.about}>
      <p className={styles.text}>{profile.company_description || 'Nothing here yet.'}</p>
      <dl className={styles.facts}>
        <div>
          <dt>Member since</dt>
          <dd>{formatDate(profile.member_since)}</dd>
        </div>
        {links.length > 0 && (
          <div>
            <dt>Elsewhere</dt>
            <dd className={styles.links}>
              {links.map(network => (
                <a key={network} href={profile[network]} rel="noopener nofollow" target="_blank">
                  {networkNames[network]}
                </a>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
