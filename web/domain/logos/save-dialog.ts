import { type ComponentType, createContext } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'

export type SaveDialogProps = { logo: Logo; isOpen: boolean; onClose: () => void }

/**
 * The dialog that saves a logo to collections. One feature shows logos and another collections; the page
 * connects them, and the dialog is rendered inside the open logo's, because that one traps the focus.
 */
export const SaveDialogContext = createContext<ComponentType<SaveDialogProps> | null>(null)
