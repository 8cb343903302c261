import { TextPage } from '../domain/page/TextPage.tsx'

/** The terms, and the privacy policy after them. */
export default function TermsPage() {
  return <TextPage title="Terms and Conditions of Use" name="terms" />
}
