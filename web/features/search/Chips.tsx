import { X } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { searchPath } from '../../domain/search/search-path.ts'
import { Swatch } from '../../ui/display/Swatch.tsx'
import styles from './Chips.module.css'
import type { Chip } from './filters.ts'

/** The active filters as chips; pressing one removes it. */
export function Chips({ chips }: { chips: Chip[] }) {
  const list = useRef<HTMLUListElement>(null)
  // A removed chip had the focus: it moves to the list.
  const keepPlace = () => list.current?.focus()
  return (
    <ul className={styles.chips} aria-label="Filters in use" ref={list} tabIndex={-1}>
      {chips.map(({ name, label, words, hex, without }) => (
        <li key={name + words}>
          <Link to={searchPath(without)} className={styles.chip} onClick={keepPlace}>
            <span className="visually-hidden">Remove</span>
            <span className={styles.label}>{label}</span>
            {hex && <Swatch hex={hex} />}
            <span className={styles.words}>{words}</span>
            <X size={14} aria-hidden />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to="/search" className={styles.all} onClick={keepPlace}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
