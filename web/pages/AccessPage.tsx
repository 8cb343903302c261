import { useLocation } from 'react-router'
import { Appeal } from './access/Appeal.tsx'
import { ConfirmEmail } from './access/ConfirmEmail.tsx'
import { ForgotPassword } from './access/ForgotPassword.tsx'
import { PasswordReset } from './access/PasswordReset.tsx'
import { RestoreEmail } from './access/RestoreEmail.tsx'
import { UndoFactor } from './access/UndoFactor.tsx'
import { Unsubscribe } from './access/Unsubscribe.tsx'

const pages = {
  '/appeal': Appeal,
  '/confirm-email': ConfirmEmail,
  '/restore-email': RestoreEmail,
  '/undo-factor': UndoFactor,
  '/unsubscribe': Unsubscribe,
  '/password-reset': PasswordReset,
}

/** What mailed links open. One chunk for all its pages: separate ones would enlarge the first download. */
export default function AccessPage() {
  const { pathname } = useLocation()
  const Page = pages[pathname.replace(/\/$/, '') as keyof typeof pages] ?? ForgotPassword
  return <Page />
}
