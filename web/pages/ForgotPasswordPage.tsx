import { Link } from 'react-router'
import { ForgotForm } from '../features/auth/ForgotForm.tsx'
import { FormSheet } from '../ui/FormSheet.tsx'

/** Asking for a link that sets a new password. */
export default function ForgotPasswordPage() {
  return (
    <FormSheet
      title="Forgot Password"
      lead="We send a link that sets a new one to the address of your account."
      links={
        <>
          <Link to="/login">Login</Link>
          <Link to="/join">Not a member?</Link>
        </>
      }
    >
      <ForgotForm />
    </FormSheet>
  )
}
