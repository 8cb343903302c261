import { createHash } from 'node:crypto'
import type { core } from 'zod/mini'
import type { send } from '../../../shared/api/contact.ts'
import { product } from '../../../shared/product.ts'
import type { Mail } from '../mail/queries.ts'

type Message = core.output<(typeof send)['input']>

const day = (now: Date) => now.toISOString().slice(0, 10)

/** What somebody wrote to us, for whoever answers. The same words on the same day are one message: a form sent twice. */
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
          ['Account', account || 'not signed in'],
        ],
      },
      { type: 'rule' },
      { type: 'text', text: message.message },
    ],
  }
}

/**
 * Says that a message arrived. It repeats nothing that was typed, and an address gets one a day at most: the form sends
 * nobody anything through us.
 */
export function contactReceived({ to, now }: { to: string; now: Date }, publicUrl: string): Mail {
  return {
    kind: 'contact-received',
    // Kept longer than the address may be, so not the address.
    dedupeKey: `${day(now)}:${createHash('sha256').update(to.toLowerCase()).digest('base64url')}`,
    to,
    subject: `We got your message to ${product.name}`,
    blocks: [
      { type: 'heading', text: 'Your message arrived' },
      { type: 'text', text: 'Thank you for writing. A person will read it and answer to this address.' },
      { type: 'text', text: 'Many questions are answered already:' },
      { type: 'button', label: 'Questions and answers', href: `${publicUrl}/faq` },
      {
        type: 'note',
        text: 'If you did not write to us, somebody typed your address into our contact form. There is nothing to do.',
      },
    ],
  }
}
