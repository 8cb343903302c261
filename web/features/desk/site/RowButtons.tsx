import { ArrowUp, X } from 'lucide-react'
import { IconButton } from '../../../ui/controls/Button.tsx'
import styles from './Site.module.css'

type Props = {
  /** Names the row. */
  about: string
  /** Missing for the first row. */
  onUp?: (() => void) | undefined
  onRemove: () => void
}

/** Moves a row up, or removes it. */
export const RowButtons = ({ about, onUp, onRemove }: Props) => (
  <span className={styles.rowButtons}>
    <IconButton label={`Move ${about} up`} disabled={!onUp} onClick={onUp}>
      <ArrowUp size={16} aria-hidden />
    </IconButton>
    <IconButton label={`Remove ${about}`} onClick={onRemove}>
      <X size={16} aria-hidden />
    </IconButton>
  </span>
)
