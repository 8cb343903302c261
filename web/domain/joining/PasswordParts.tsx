import { Check, Dot } from 'lucide-react'
import { passwordParts } from '../../../shared/rules/password.ts'
import styles from './PasswordParts.module.css'

/** The rules for a new password, each with whether it is met. */
export function PasswordParts({ password, id }: { password: string; id?: string }) {
  return (
    <ul className={styles.parts} id={id} aria-label="A password needs">
      {passwordParts.map(({ name, isMet }) => (
        <li key={name} className={styles.part} data-met={isMet(password) || undefined}>
          {isMet(password) ? <Check size={14} aria-label="Done:" /> : <Dot size={14} aria-hidden />}
          {name}
        </li>
      ))}
    </ul>
  )
}
