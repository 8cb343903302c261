import { Check } from 'lucide-react'
import styles from './PasswordRule.module.css'
import { passwordParts } from './password-parts.ts'

/** What a password needs, ticked off while it is being typed. */
export function PasswordRule({ id, password }: { id: string; password: string }) {
  return (
    <ul className={styles.rule} id={id} aria-label="Your password needs">
      {passwordParts.map(({ name, holds }) => (
        <li key={name} data-met={holds(password) || undefined}>
          <Check size={14} aria-hidden />
          {name}
          <span className="visually-hidden">{holds(password) ? ', done' : ''}</span>
        </li>
      ))}
    </ul>
  )
}
