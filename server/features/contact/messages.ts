import { createHash } from 'node:crypto'
import type { core } from 'zod/mini'
import type { send } from '../../../shared/api/contact.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

type Message = core.output<(typeof send)['input']>

const day = (now: Date) => now.toISOString().slice(0, 10)

/** The message for support. The same words on the same day are one message, because a form may be sent twice. */
export function contactMessage(
  message: Message,
  { to, account, now }: { to: string; account: string; now: Date },
): Mail {
  const { name, email, subject } = message
  const words = JSON.stringify([name, email.toLowerCase(), subject, message.message])
  return {
    kind: 'contact',
    dedupeKey: `${day(now)}:${createHash('sha256').update(words).digest('base64url')}`,
    to,
    replyTo: email,
    subject: `${subject}: ${name}`,
    blocks: [
      { type: 'heading', text: subject },
      {
        type: 'facts',
        rows: [
          ['Name', name],
          ['Email', email],
          ['Account', account || 'not logged in'],
        ],
      },
      { type: 'rule' },
      { type: 'text', text: message.message },
    ],
  }
}

/**
 * The confirmation to the sender. It repeats nothing that was typed, and an address gets one a day at most, so that
 * the form cannot be used to send text to others.
 */
export function contactReceived({ to, now }: { to: string; now: Date }, publicUrl: string): Mail {
  return {
    kind: 'contact-received',
    // Not the address, because this is stored longer than the address may be.
    dedupeKey: `${day(now)}:${createHash('sha256').update(to.toLowerCase()).digest('base64url')}`,
    to,
    subject: `We received your message to ${siteWords().site_name}`,
    blocks: [
      { type: 'heading', text: 'We received your message' },
      { type: 'text', text: 'Thank you for writing. A person will read it and reply to this address.' },
      { type: 'text', text: 'Your question may already have an answer in the FAQ.' },
      { type: 'button', label: 'Read the FAQ', href: `${publicUrl}/faq` },
      {
        type: 'note',
        text: 'If you didn’t write to us, someone entered your address in our contact form. You can ignore this email.',
      },
    ],
  }
}
