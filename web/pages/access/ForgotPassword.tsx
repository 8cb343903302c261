import { Link } from 'react-router'
import { FormSheet } from '../../domain/page/FormSheet.tsx'
import { ForgotForm } from '../../features/auth/ForgotForm.tsx'

/** The form that requests a link to set a new password. */
export function ForgotPassword() {
  return (
    <FormSheet
      title="Forgot Password"
      lead="We’ll email you a link to set a new one."
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
