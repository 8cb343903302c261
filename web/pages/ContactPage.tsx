import { Link } from 'react-router'
import { FormSheet } from '../domain/page/FormSheet.tsx'
import { ContactForm } from '../features/contact/ContactForm.tsx'
import { useSession } from '../lib/session/session.ts'

/** The contact page. */
export default function ContactPage() {
  const session = useSession()
  return (
    <FormSheet
      title="Contact"
      isWide
      lead={
        <>
          A person reads this and writes back. Many answers are in the <Link to="/faq">FAQ</Link> already.
        </>
      }
      isWaiting={session === undefined}
    >
      <ContactForm isSignedIn={!!session} />
    </FormSheet>
  )
}
