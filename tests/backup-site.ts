import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, inject } from 'vitest'
import { createScratchDatabase } from '../scripts/generate/scratch.ts'
import { type Connection, connect } from '../server/db/connect.ts'
import { type BackupOrder, backUp } from '../server/features/backups/back-up.ts'
import { claimGiftCard, createGiftCards } from '../server/features/gift-cards/queries.ts'
import { refreshSuggestions } from '../server/features/search/queries.ts'
import { localFiles } from '../server/outside/files.ts'
import { createDesigner, createLogo } from './factories.ts'
import { type Answer, runAdmin } from './run-admin.ts'
import { createTestDatabase } from './test-database.ts'

// A filled site with a backup, for the tests of backups.

const secret = 'a secret of the drill, with more than thirty-two characters'

export type BackupSite = Awaited<ReturnType<typeof openBackupSite>>

/** A site with rows and pictures, and a backup of it in the folder `whole`. */
export async function openBackupSite() {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-backup-'))
  const database = await createTestDatabase()
  const connection = connect(database.url)
  const codes = await fill(connection, folder)
  const whole = join(folder, 'whole')
  const settingsOf = (url: string, data: string) => ({
    DATABASE_URL: url,
    DATA_DIR: join(folder, data),
    SECRET: secret,
    DEMO: '0',
  })
  const settings = settingsOf(database.url, 'data')
  const atShell = (place: string, more: Record<string, string> = {}) =>
    runAdmin(['backup', place], { ...settings, ...more })
  return {
    folder,
    url: database.url,
    connection,
    secret,
    /** Of its gift cards; the first is redeemed. */
    codes,
    files: localFiles(join(folder, 'data/files')),
    settings,
    settingsOf,
    whole,
    made: await atShell(whole),
    /** Makes a backup at the shell. */
    backUp: atShell,
    /** A copy of the backup that a test may spoil. */
    async copyWhole() {
      const place = join(folder, `copy-${randomUUID()}`)
      await cp(whole, place, { recursive: true })
      return place
    },
    restoreInto: (url: string, place: string, more: Record<string, string> = {}): Promise<Answer> =>
      runAdmin(['restore', place], { ...settingsOf(url, `restored-${randomUUID()}`), ...more }),
    /** An order for a backup at `place`, which a test may change. */
    orderFor: (place: string): BackupOrder => ({
      url: database.url,
      files: localFiles(join(folder, 'data/files')),
      target: localFiles(place),
      where: place,
      secret,
      scratch: join(folder, `scratch-${randomUUID()}`),
      now: () => new Date(),
      onProgress: () => {},
    }),
    async close() {
      await connection.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a backup: undefined, or why there is none. */
export const tryBackUp = (order: BackupOrder): Promise<string | undefined> =>
  backUp(order).then(
    () => undefined,
    (error: Error) => error.message,
  )

/** Runs `work` with an empty database. */
export async function withEmpty<T>(work: (url: string) => Promise<T>): Promise<T> {
  const empty = await createScratchDatabase(inject('database').server)
  try {
    return await work(empty.url)
  } finally {
    await empty.drop()
  }
}

/** Rows of every kind that a text format could spoil, and pictures. */
async function fill({ db, pool }: Connection, folder: string) {
  const owner = await createDesigner(db, {
    company: 'Tab\tand “quotes” \\ backslash',
    company_description: 'line one\nline two\r\nnull is \\N, and \\. ends nothing; 字 🖋',
  })
  const fan = await createDesigner(db)
  const files = localFiles(join(folder, 'data/files'))
  for (let i = 0; i < 40; i++) {
    const image = `${i.toString(16).padStart(2, '0')}${randomUUID().replaceAll('-', '').slice(2)}`
    const { logo_id } = await createLogo(db, { designer_id: owner.designer_id, title: `Mark ${i}`, image })
    await files.put(`images/${image}-320.webp`, Buffer.from(`picture ${i}`))
    await files.put(`originals/${image}.png`, Buffer.from(`original ${i}`))
    if (i === 0) await files.put(`vectors/${image}`, Buffer.from('vector'))
    await db.insertInto('logo_like').values({ logo_id, designer_id: fan.designer_id }).execute()
    await db
      .insertInto('comment')
      .values({ logo_id, designer_id: fan.designer_id, comment: `Fine \\ ${i}\t` })
      .execute()
  }
  const cards = await createGiftCards(db, secret, {
    count: 3,
    term_months: 12,
    note: '',
    expires_at: null,
    now: new Date(),
  })
  const redeemed = await claimGiftCard(db, secret, {
    typed: cards[0]!.code,
    designer_id: fan.designer_id,
    at: new Date(),
  })
  expect(redeemed).toBeDefined()
  await db
    .insertInto('api_token')
    .values({
      designer_id: owner.designer_id,
      name: 'Studio site',
      scope: 'write',
      token_hash: Buffer.alloc(32, 7),
      created_at: new Date(),
    })
    .execute()
  await db
    .insertInto('webhook')
    .values({
      designer_id: owner.designer_id,
      url: 'https://studio.example/hook',
      events: ['logo.liked'],
      secret: Buffer.alloc(52, 7),
      created_at: new Date(),
      next_attempt_at: new Date(),
    })
    .execute()
  await fillByHand(pool, owner.designer_id)
  await refreshSuggestions(db)
  return cards.map(card => card.code)
}

/** Tables that a backup leaves out, each with a row; and those of money, sign-in and judging. */
async function fillByHand(pool: pg.Pool, owner: number) {
  await pool.query(`
    with new_session as (
      insert into session (token_hash, designer_id, expires_at) values (repeat('s', 32)::bytea, ${owner}, now() + '1 day')
    ), half as (
      insert into half_sign_in (token_hash, designer_id, name_hash, expires_at)
      values (repeat('h', 32)::bytea, ${owner}, 'x', now() + '1 day')
    ), challenge as (
      insert into webauthn_challenge (challenge, designer_id, expires_at) values ('c', ${owner}, now() + '1 day')
    ), reset as (
      insert into password_reset (token_hash, designer_id, expires_at) values (repeat('r', 32)::bytea, ${owner}, now() + '1 day')
    ), undo as (
      insert into factor_undo (token_hash, designer_id, since, expires_at)
      values (repeat('u', 32)::bytea, ${owner}, now(), now() + '1 day')
    )
    insert into webhook_delivery (webhook_id, event, subject) select webhook_id, 'logo.liked', 'x' from webhook;

    insert into collection (designer_id, name) values (${owner}, 'For a client');
    insert into collection_link (collection_id, token_hash, until, created_at)
      select collection_id, repeat('l', 32)::bytea, now() + '1 day', now() from collection;
    insert into subscription (subscription_id, designer_id, plan, status) values ('I-1', ${owner}, 'yearly', 'active');
    insert into payment (payment_id, subscription_id, designer_id, amount_cents, currency, status, paid_at, receipt_id, payer)
      values ('P-1', 'I-1', ${owner}, 4900, 'USD', 'completed', now(), 17, jsonb_build_object('name', E'Zoë \\ "Q"\t'));
    insert into passkey (designer_id, credential_id, public_key, sign_count, transports, name, created_at)
      values (${owner}, 'id', '\\x00ff0a5c', 3, '{usb,"a,b"}', 'Key', now());
    insert into totp (designer_id, secret) values (${owner}, '\\x0102');
    insert into recovery_code (designer_id, code_hash) values (${owner}, repeat('v', 32)::bytea);
    insert into book (series, number, title) values ('book', 99, 'Ninety-nine');
    insert into entry (book_id, logo_id) select book_id, logo_id from book, logo;
    insert into juror (book_id, designer_id, number, named_at) select book_id, ${owner}, 1, now() from book;
    insert into assignment (book_id, number, logo_id, round, position)
      select book_id, 1, min(logo_id), 1, 1 from entry group by book_id;
    insert into score (book_id, n, assignment_id, logo_id, number, round, score, scored_at, kept_at, hash)
      select book_id, 1, assignment_id, logo_id, 1, 1, 7, now(), now(), repeat('0', 64) from assignment;
    insert into setting (name, value) values ('reconciled', '{"at": "2026-01-01"}'), ('drill', '{"text": "\\n"}');
  `)
}
