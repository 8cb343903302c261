import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

/** To a juror whose tiles are not all scored a week before they go to others. */
export function lateReminder(
  given: {
    to: string
    book: { slug: string; title: string }
    round: 1 | 2
    number: number
    unscored: number
    due_at: Date
  },
  publicUrl: string,
): Mail {
  const due = given.due_at.toLocaleString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const tiles = given.unscored === 1 ? 'One logo is' : `${given.unscored.toLocaleString('en-US')} logos are`
  return {
    kind: 'jury-reminder',
    dedupeKey: `${given.book.slug}:${given.round}:${given.number}`,
    to: given.to,
    subject: `${tiles} waiting for you in ${given.book.title}`,
    blocks: [
      { type: 'heading', text: `${tiles} still waiting` },
      {
        type: 'text',
        text: `Thank you for judging ${given.book.title}. What isn’t scored by ${due} goes to the other jurors, so that the results come in time.`,
      },
      { type: 'button', label: 'Go on judging', href: `${publicUrl}/jury` },
      { type: 'note', text: `You get this one reminder as a juror of ${siteWords().site_name}.` },
    ],
  }
}
