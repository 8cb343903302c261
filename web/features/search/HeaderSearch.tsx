import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSlashKey } from '../../lib/keyboard/slash-key.ts'
import { useSession } from '../../lib/session/session.ts'
import styles from './HeaderSearch.module.css'
import { SearchPanel } from './SearchPanel.tsx'

/** Opens the search panel: on focus, on click, and by '/'. */
export default function HeaderSearch() {
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const isReturning = useRef(false)
  const session = useSession()
  useSlashKey(() => setIsOpen(true))

  return (
    <div className={styles.search} ref={container}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-keyshortcuts="/"
        // The panel covers the field: Shift+Tab from the panel moves to the control before the field.
        tabIndex={isOpen ? -1 : undefined}
        onFocus={() => {
          if (!isReturning.current) setIsOpen(true)
          isReturning.current = false
        }}
        onClick={() => setIsOpen(true)}
      >
        <Search size={18} aria-hidden />
        <span className={styles.words}>
          Search <span className={styles.count}>400,000+ </span>logos
        </span>
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      </button>
      {isOpen && session && (
        <SearchPanel
          designerId={session.designerId}
          inside={container}
          onClose={returnsFocus => {
            setIsOpen(false)
            if (!returnsFocus) return
            isReturning.current = true
            trigger.current?.focus()
          }}
        />
      )}
    </div>
  )
}
