import { sql } from 'kysely'
import { dayMs } from '../../../shared/rules/time.ts'
import type { Db } from '../../db/connect.ts'
import type { Letter } from '../../outside/mail.ts'
import { type Block, renderMail } from './template.ts'

/** A mail as a feature writes it. `enqueueMail` renders it. */
export type Mail = {
  /** The kind of mail, in `kebab-case`: 'password-reset'. */
  kind: string
  /** The event, unique among mails of this kind: a second mail about the same event is not sent. */
  dedupeKey: string
  /** One address. If empty, the row is written and nothing is sent. */
  to: string
  /** The Reply-To address; by default the support's. */
  replyTo?: string
  subject: string
  blocks: readonly Block[]
  /** The blocks hold a token that is valid until then: later the mail is not sent, and its body is deleted. */
  tokenUntil?: Date
  /** Where one POST, without signing in, ends mails of this kind (RFC 8058); the site's page when opened. */
  unsubscribeUrl?: string
}

/** A mail that this process has claimed for sending. */
export type ClaimedMail = Letter & {
  kind: string
  attempts: number
  interruptions: number
  token_until: Date | null
  is_suppressed: boolean
}

/** The result of an attempt to send. */
export type Outcome =
  | { status: 'sent' }
  | { status: 'queued'; problem: string; next_attempt_at: Date }
  | { status: 'dead'; problem: string }

/**
 * The lease of a claim: a process that has not recorded a result by then counts as dead. Far longer than an attempt
 * may last.
 */
const leaseMs = 5 * 60_000
/** How long a refused address is suppressed; its owner may have fixed it by then. */
const suppressionMs = 30 * dayMs

/**
 * Writes a mail into the outbox; within a transaction it is sent if and only if that commits. Idempotent by kind and
 * dedupeKey. Rendered now, so that it says what is true now.
 */
export const enqueueMail = (db: Db, mail: Mail): Promise<void> => enqueueMails(db, [mail])

/** Writes several mails, at most 5,000, in one statement. */
export async function enqueueMails(db: Db, mails: readonly Mail[]): Promise<void> {
  await db
    .insertInto('mail')
    .values(
      mails.map(mail => ({
        kind: mail.kind,
        dedupe_key: mail.dedupeKey,
        to_address: mail.to,
        reply_to: mail.replyTo ?? null,
        subject: mail.subject,
        ...renderMail(mail.subject, mail.blocks),
        token_until: mail.tokenUntil ?? null,
        unsubscribe_url: mail.unsubscribeUrl ?? null,
        status: mail.to ? ('queued' as const) : ('dead' as const),
      })),
    )
    .onConflict(c => c.columns(['kind', 'dedupe_key']).doNothing())
    .execute()
}

/**
 * Claims up to `most` due mails, so that no other process has them: waiting ones, and those whose process died while
 * sending.
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
      'mail.unsubscribe_url',
      sql<boolean>`exists (select 1 from mail_suppression where address = lower(mail.to_address)
        and created_at > ${new Date(now.getTime() - suppressionMs)})`.as('is_suppressed'),
    ])
    .execute()
}

/** Records the result of an attempt, unless another process has claimed the mail in the meantime. */
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

/** Suppresses an address for thirty days: its server says that the mailbox does not exist. */
export async function suppressAddress(db: Db, address: string, reason: string, now: Date): Promise<void> {
  await db
    .insertInto('mail_suppression')
    .values({ address: address.toLowerCase(), reason, created_at: now })
    .onConflict(c => c.column('address').doUpdateSet({ reason, created_at: now }))
    .execute()
}

/** The columns of a deleted mail: only that its event was reported stays. */
const blank = {
  to_address: '',
  reply_to: null,
  subject: '',
  html: '',
  text: '',
  problem: '',
  unsubscribe_url: null,
}

/** Deletes an address, with the mails to and from it. Pending mails are still sent. */
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
 * Deletes texts and recipients after thirty days. The event stays, so that it is never reported twice; rows without a
 * recipient, which were never sent, are deleted after a day.
 */
export async function clearOldMails(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
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
