import { formatDay } from '../../../shared/rules/format.ts'
import type { Mail } from '../mail/queries.ts'

/** To an account that the chair has named as a juror: what a juror does, and what becomes public. */
export function jurorNamed(
  params: {
    to: string
    first_name: string
    designer_id: number
    book: { slug: string; title: string; closes_at: Date | null }
  },
  publicUrl: string,
): Mail {
  const { slug, title, closes_at } = params.book
  return {
    kind: 'jury-named',
    // Once a book: one who is taken off the jury and named again has read it.
    dedupeKey: `${slug} ${params.designer_id}`,
    to: params.to,
    subject: `You’re on the jury of ${title}`,
    blocks: [
      { type: 'heading', text: `You’re on the jury of ${title}` },
      { type: 'text', text: `Hello ${params.first_name},` },
      {
        type: 'text',
        text: `${closes_at ? `${title} is open for entries until ${formatDay(closes_at)}.` : `${title} is open for entries.`} Until it closes, please name the designers whose work you’d recognize; you won’t be given any of it. Then three jurors are drawn for every logo, and you score yours on your bench. For that you’ll need a second factor, a passkey or an authenticator app; set it up in your account.`,
      },
      {
        type: 'text',
        text: 'The draw is published with the results so that anyone can check it: which juror had which logos, by account number. How you scored a logo is never published. If you’d rather not take part, reply to this email before the book closes.',
      },
      { type: 'button', label: 'Open your bench', href: `${publicUrl}/jury` },
      { type: 'note', text: 'While you’re a juror of this book, your own uploads don’t enter it.' },
    ],
  }
}
