import type { ReactNode } from 'react'
import { countries } from '../../../shared/rules/countries.ts'
import { countryName } from '../../../shared/rules/format.ts'
import type { Applicant } from '../../domain/joining/join-draft.ts'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import styles from './AccountSummary.module.css'

/** The account that is paid for. `children`: the control that changes it. */
export function AccountSummary({
  account,
  children,
}: {
  account: Omit<Applicant, 'username'>
  children?: ReactNode
}) {
  const name = `${account.first_name} ${account.last_name}`.trim()
  const country = countries.find(({ code }) => code === account.country)
  const lines = [
    account.address1,
    account.address2,
    [account.city, [account.state, account.zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country && countryName(country.code) + (country.provider ? '' : ' **'),
  ].filter(Boolean)
  return (
    <section className={styles.slip} aria-label="Your account">
      <CropMarks gap={16} />
      <p className={styles.name}>{name || account.company}</p>
      {account.company !== name && name && <p className={styles.company}>{account.company}</p>}
      <dl className={styles.facts}>
        <Fact name="Email">{account.email}</Fact>
        {account.phone && <Fact name="Phone">{account.phone}</Fact>}
        {lines.length > 0 && (
          <Fact name="Address">
            {lines.map(line => (
              <span key={line}>{line}</span>
            ))}
          </Fact>
        )}
      </dl>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The skeleton of the summary. */
export function SummarySkeleton() {
  return (
    <div className={styles.slip} role="status" aria-label="Loading">
      <CropMarks gap={16} />
      <span className={styles.bar} />
      {['Email', 'Phone', 'Address'].map(name => (
        <span key={name} className={styles.bar} />
      ))}
    </div>
  )
}
