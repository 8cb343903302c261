import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Letter } from '../../outside/mail.ts'
import { type Block, renderMail } from './template.ts'

/** A mail as a feature writes it. `enqueueMail` renders it. */
export type Mail = {
  /** What it is about, in `kebab-case`: 'password-reset'. */
  kind: string
  /** What happened, among mails of this kind: the same event, told of again, is not sent again. */
  dedupeKey: string
  /** One address. Empty writes the row and sends nothing. */
  to: string
  /** Where answers go; the support's address unless said. */
  replyTo?: string
  subject: string
  blocks: readonly Block[]
  /** The blocks hold a token that is good until then: later the mail is not sent, and its body is not kept. */
  tokenUntil?: Date
}

/** A letter that this process alone is sending. */
export type ClaimedMail = Letter & {
  kind: string
  attempts: number
  interruptions: number
  token_until: Date | null
  is_suppressed: boolean
}

/** How an attempt ended. */
export type Outcome =
  | { status: 'sent' }
  | { status: 'queued'; problem: string; next_attempt_at: Date }
  | { status: 'dead'; problem: string }

/** A process that has not said how an attempt ended by then is taken for dead. Far more than an attempt may last. */
const leaseMs = 5 * 60_000
/** So long an address that was refused is left alone; its owner may have mended it since. */
const suppressionMs = 30 * 86_400_000

/**
 * Writes a mail into the outbox; within a transaction it is sent if and only if that commits. Idempotent by kind and
 * dedupeKey. Rendered here, so what is sent is what was true now.
 */
export async function enqueueMail(db: Db, mail: Mail): Promise<void> {
  await db
    .insertInto('mail')
    .values({
      kind: mail.kind,
      dedupe_key: mail.dedupeKey,
      to_address: mail.to,
      reply_to: mail.replyTo ?? null,
      subject: mail.subject,
      ...renderMail(mail.subject, mail.blocks),
      token_until: mail.tokenUntil ?? null,
      status: mail.to ? 'queued' : 'dead',
    })
    .onConflict(c => c.columns(['kind', 'dedupe_key']).doNothing())
    .execute()
}

/**
 * Takes up to `most` mails that are due, so that no other process has them: those that wait, and those that a process
 * left behind in the middle of sending.
 */
export function claimMails(db: Db, most: number, now: Date): Promise<ClaimedMail[]> {
  return db
    .with('due', due =>
      due
        .selectFrom('mail')
        .where('status', 'in', ['queued', 'sending'])
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(most)
        .forUpdate()
        .skipLocked()
        .select('mail_id'),
    )
    .updateTable('mail')
    .from('due')
    .whereRef('mail.mail_id', '=', 'due.mail_id')
    .set({
      status: 'sending',
      attempts: sql`mail.attempts + 1`,
      interruptions: sql`mail.interruptions + (mail.status = 'sending')::int`,
      next_attempt_at: new Date(now.getTime() + leaseMs),
    })
    .returning([
      'mail.mail_id',
      'mail.kind',
      'mail.to_address',
      'mail.reply_to',
      'mail.subject',
      'mail.html',
      'mail.text',
      'mail.created_at',
      'mail.attempts',
      'mail.interruptions',
      'mail.token_until',
      sql<boolean>`exists (select 1 from mail_suppression where address = lower(mail.to_address)
        and created_at > ${new Date(now.getTime() - suppressionMs)})`.as('is_suppressed'),
    ])
    .execute()
}

/** Notes how an attempt ended, unless another process has taken the mail over meanwhile. */
export async function settleMail(
  db: Db,
  { mail_id, attempts, token_until }: ClaimedMail,
  outcome: Outcome,
): Promise<void> {
  const isOver = outcome.status !== 'queued'
  await db
    .updateTable('mail')
    .where('mail_id', '=', mail_id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .set({ problem: '', ...outcome, ...(isOver && token_until && { html: '', text: '' }) })
    .execute()
}

/** Sends nothing to an address for thirty days: its server says that there is no such mailbox. */
export async function suppressAddress(db: Db, address: string, reason: string, now: Date): Promise<void> {
  await db
    .insertInto('mail_suppression')
    .values({ address: address.toLowerCase(), reason, created_at: now })
    .onConflict(c => c.column('address').doUpdateSet({ reason, created_at: now }))
    .execute()
}

/** What is left of a mail: that this event was told of. */
const blank = { to_address: '', reply_to: null, subject: '', html: '', text: '', problem: '' }

/** Forgets an address, and what was written to it or came from it. What is still to be sent is sent. */
export async function forgetMailsOf(db: Db, address: string): Promise<void> {
  const isIts = (column: 'to_address' | 'reply_to') =>
    sql<boolean>`lower(${sql.ref(column)}) = ${address.toLowerCase()}`
  await db
    .updateTable('mail')
    .where('status', 'in', ['sent', 'dead'])
    .where(eb => eb.or([isIts('to_address'), isIts('reply_to')]))
    .set(blank)
    .execute()
}

/**
 * Forgets after thirty days what was written and to whom. That an event was told of stays, so that nothing is told of
 * twice; mails to nobody, which were never tried, go after a day.
 */
export async function clearOldMails(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await db
    .deleteFrom('mail')
    .where('to_address', '=', '')
    .where('attempts', '=', 0)
    .where('created_at', '<', ago(1))
    .execute()
  await db
    .updateTable('mail')
    .where('status', 'in', ['sent', 'dead'])
    .where('created_at', '<', ago(30))
    .where('subject', '<>', '')
    .set(blank)
    .execute()
  await db
    .deleteFrom('mail_suppression')
    .where('created_at', '<', new Date(now.getTime() - suppressionMs))
    .execute()
}
