import { Link, useSearchParams } from 'react-router'
import { ContactForm } from '../features/contact/ContactForm.tsx'
import { useSession } from '../lib/session.ts'
import { FormSheet } from '../ui/FormSheet.tsx'

/** Writing to the people behind the gallery. */
export default function ContactPage() {
  const session = useSession()
  const [query] = useSearchParams()
  const book = query.get('book')?.slice(0, 200)
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
      <ContactForm isSignedIn={!!session} message={book ? `I would like to buy “${book}”.\n` : ''} />
    </FormSheet>
  )
}
