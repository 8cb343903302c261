import { formatDay, formatNumber } from '../../../shared/rules/format.ts'
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

/** To a juror whose tiles are not all scored a week before they go to others. */
export function lateReminder(
  params: {
    to: string
    book: { slug: string; title: string }
    round: 1 | 2
    number: number
    unscored: number
    due_at: Date
  },
  publicUrl: string,
): Mail {
  const due = formatDay(params.due_at)
  const tiles = params.unscored === 1 ? 'One logo is' : `${formatNumber(params.unscored)} logos are`
  return {
    kind: 'jury-reminder',
    dedupeKey: `${params.book.slug}:${params.round}:${params.number}`,
    to: params.to,
    subject: `${tiles} waiting for you in ${params.book.title}`,
    blocks: [
      { type: 'heading', text: `${tiles} still waiting` },
      {
        type: 'text',
        text: `Thank you for judging ${params.book.title}. Any logo you haven’t scored by ${due} goes to another juror, so that the results are out on time.`,
      },
      { type: 'button', label: 'Continue judging', href: `${publicUrl}/jury` },
      { type: 'note', text: 'This is the only reminder for this round.' },
    ],
  }
}
