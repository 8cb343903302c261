import { formatDay, formatNumber } from '../../../shared/rules/format.ts'
import type { Mail } from '../mail/queries.ts'

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
