import { formatMoment } from '../../../shared/rules/format.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

/** Sent when a webhook was paused after too many failures. */
export function webhookPaused(
  account: { email: string; username: string },
  webhook: { webhook_id: number; url: string; problem: string; at: Date },
  publicUrl: string,
): Mail {
  return {
    kind: 'webhook-paused',
    dedupeKey: `${webhook.webhook_id}:${webhook.at.toISOString()}`,
    to: account.email,
    subject: `Your ${siteWords().site_name} webhook is paused`,
    blocks: [
      { type: 'heading', text: 'Your webhook is paused' },
      {
        type: 'text',
        text: 'We couldn’t deliver to it ten times in a row. What waits is kept for thirty days, and is sent when you resume it.',
      },
      {
        type: 'facts',
        rows: [
          ['Username', account.username],
          ['Address', new URL(webhook.url).host],
          ['Last attempt', webhook.problem],
          ['Paused', `${formatMoment(webhook.at)} UTC`],
        ],
      },
      { type: 'button', label: 'See your webhooks', href: `${publicUrl}/account/api` },
    ],
  }
}
