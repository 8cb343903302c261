import { type ComponentType, createContext } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'

export type SaveDialogProps = { logo: Logo; isOpen: boolean; onClose: () => void }

/**
 * The dialog that saves a logo to collections. Logos are shown by one feature and collections by another; the page
 * brings them together, and the dialog must stand inside the open logo's, or that one would hold the focus.
 */
export const SaveDialogContext = createContext<ComponentType<SaveDialogProps> | null>(null)
