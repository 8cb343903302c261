import { useLocation } from 'react-router'
import { ConfirmEmail } from './access/ConfirmEmail.tsx'
import { ForgotPassword } from './access/ForgotPassword.tsx'
import { PasswordReset } from './access/PasswordReset.tsx'
import { RestoreEmail } from './access/RestoreEmail.tsx'

const pages = {
  '/confirm-email': ConfirmEmail,
  '/restore-email': RestoreEmail,
  '/password-reset': PasswordReset,
}

/** Ways back into an account. One chunk for all: a chunk for each would take more of the first bytes. */
export default function AccessPage() {
  const { pathname } = useLocation()
  const Page = pages[pathname.replace(/\/$/, '') as keyof typeof pages] ?? ForgotPassword
  return <Page />
}
