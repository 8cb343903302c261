import { Check } from 'lucide-react'
import { WaitingLink } from '../../../domain/desk/WaitingLink.tsx'
import { type Case, nameOf, summaryOf } from './cases.ts'
import styles from './Reports.module.css'

type Props = {
  cases: readonly Case[]
  current: Case | undefined
  selected: ReadonlySet<string>
  toOf: (one: Case) => string
  onSelect: (one: Case) => void
}

/** The cases as rows: each opens its case, and has a button that selects it. */
export function Queue({ cases, current, selected, toOf, onSelect }: Props) {
  return (
    <ol className={styles.rows} data-selecting={selected.size > 0 || undefined}>
      {cases.map(one => {
        const [{ subject, created_at }] = one.reports
        const name = nameOf(one)
        return (
          <li key={one.path} data-selected={selected.has(one.path) || undefined}>
            <WaitingLink
              to={toOf(one)}
              aria-current={one === current ? 'true' : undefined}
              data-case={one.path}
              picture={subject?.picture ?? null}
              name={name}
              detail={summaryOf(one)}
              at={created_at}
            />
            <button
              type="button"
              className={styles.select}
              aria-label={`Select ${name}`}
              aria-pressed={selected.has(one.path)}
              aria-keyshortcuts="X"
              onClick={() => onSelect(one)}
            >
              <Check size={14} aria-hidden />
            </button>
          </li>
        )
      })}
    </ol>
  )
}
