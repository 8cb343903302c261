import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { type Insertable, sql } from 'kysely'
import pLimit from 'p-limit'
import pg from 'pg'
import sharp from 'sharp'
import { type Connection, connect, type Db, transaction } from '../server/db/connect.ts'
import type { Database } from '../server/db/types.ts'
import { hashPassword } from '../server/features/auth/password.ts'
import { createGiftCards } from '../server/features/membership/gift-card.ts'
import { refreshSuggestions } from '../server/features/search/queries.ts'
import { type FilesConfig, openFiles } from '../server/outside/file-store.ts'
import type { Files } from '../server/outside/files.ts'
import { decodeLogo, storeLogo } from '../server/outside/images.ts'
import { rememberSubscription } from '../server/outside/paypal-sandbox/sandbox.ts'
import { addMonths } from '../shared/rules/plan.ts'
import { slugOf } from '../shared/rules/slug.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { ADA, makeDesigner } from './designer.ts'
import { makeLogo } from './logo.ts'
import { type DemoPlan, type PlannedLogo, planDemo } from './plan.ts'
import { createRandom } from './random.ts'
import { composeCollection, composeComment } from './words.ts'

// Fills an empty database with demonstration content, in a process of its own beside the server: accounts first,
// then logos from the newest back, each batch with all that belongs to it. Every batch is one transaction and the
// plan is always the same, so a stopped fill is taken up again where it was.

/** What the server asks for, over the process's IPC channel. */
export type FillOrder = {
  url: string
  files: FilesConfig
  /** Where the codes of unused gift cards are written. */
  giftCodesFile: string
  /** Under which they are kept. */
  secret: string
  logos: number
}

/** What the server is told, over the process's IPC channel. */
export type FillMessage = { filled: number; of: number }

const seed = 'colophon'
const batchSize = 20
/** Of the server that uses it; any number nobody else uses. */
const lockKey = 7_366_341

type Setting = { started_at: string; logos: number; done: boolean }

async function fill(order: FillOrder) {
  const { url } = order
  // Never upwards, which only root may: the program itself may have been started below that.
  setPriority(Math.max(10, getPriority()))
  // Our own drawings are SVG; everywhere else the decoder refuses it.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const connection = connect(url, { max: 3, statementTimeout: 120_000 })
  const lock = new pg.Client({ connectionString: url })
  await lock.connect()
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (rows[0].mine) await fillAlone(connection, order)
  } finally {
    await lock.end()
    await connection.close()
  }
}

async function fillAlone({ db }: Connection, order: FillOrder) {
  const files = openFiles(order.files)
  const setting = await begin(db, order.logos)
  if (!setting || setting.done) return
  const plan = planDemo(seed, setting.logos, new Date(setting.started_at))
  await fillAccounts(db, plan)
  await fillGiftCards(db, order)

  const avatars = fillAvatars(db, files, plan)
  const batches: PlannedLogo[][] = []
  const newestFirst = plan.logos.toReversed()
  for (let i = 0; i < newestFirst.length; i += batchSize) batches.push(newestFirst.slice(i, i + batchSize))
  const bookIds = await listBookIds(db, plan)
  let filled = 0
  for (const batch of batches) {
    report(filled, plan)
    await fillBatch(db, files, batch, bookIds)
    filled += batch.length
  }
  await avatars
  await refreshSuggestions(db)
  const value = JSON.stringify({ ...setting, done: true })
  await db.updateTable('setting').set({ value }).where('name', '=', 'demo').execute()
  // Whoever hears that all logos are there may end us.
  report(filled, plan)
}

function report(filled: number, plan: DemoPlan) {
  process.send?.({ filled, of: plan.logos.length } satisfies FillMessage)
}

/** What was begun before; or begins, when nobody has an account yet; undefined when others live here already. */
async function begin(db: Db, logos: number): Promise<Setting | undefined> {
  const found = await db.selectFrom('setting').where('name', '=', 'demo').select('value').executeTakeFirst()
  if (found) return found.value as Setting
  if (await db.selectFrom('designer').select('designer_id').limit(1).executeTakeFirst()) return undefined
  const setting: Setting = { started_at: new Date().toISOString(), logos, done: false }
  await db
    .insertInto('setting')
    .values({ name: 'demo', value: JSON.stringify(setting) })
    .execute()
  return setting
}

/** Everybody, their memberships, follows and still empty collections, and the books. All in one go, once. */
async function fillAccounts(db: Db, plan: DemoPlan) {
  if (await db.selectFrom('designer').select('designer_id').limit(1).executeTakeFirst()) return
  // One password, so one hash; nobody's secret.
  const password_hash = await hashPassword(demoPassword)
  await transaction(db, async trx => {
    const takenNames = new Set(demoAccounts.map(a => a.username))
    const takenSlugs = new Set<string>()
    const designers = plan.designers.map(planned => {
      const { index: _, avatarSvg: __, leaning: ___, ...made } = drawDesigner(planned.designer_id)
      return {
        ...made,
        designer_id: planned.designer_id,
        username: planned.account?.username ?? unique(made.username, takenNames),
        email: planned.account
          ? `${planned.account.username}@example.com`
          : `${planned.designer_id}.${made.email}`,
        slug: unique(slugOf(made.company), takenSlugs),
        role: planned.account?.role ?? ('member' as const),
        member_since: planned.member_since,
        password_hash,
      }
    })
    await insertAll(trx, 'designer', designers)
    await insertAll(
      trx,
      'membership_grant',
      plan.designers.map(({ designer_id, member_expire }) => ({
        designer_id,
        source: 'admin' as const,
        source_reference: `demonstration ${designer_id}`,
        starts_on: `${Number(member_expire.slice(0, 4)) - 1}${member_expire.slice(4).replace('02-29', '02-28')}`,
        ends_on: member_expire,
      })),
    )
    await fillMismatch(trx, plan.designers.find(d => d.account?.username === 'mismatch')!)
    await trx
      .insertInto('book')
      .values(
        plan.books.map(({ series, number, published_on }) => ({
          series,
          number,
          published_on,
          state: published_on ? ('published' as const) : ('open' as const),
        })),
      )
      .execute()
    await insertAll(
      trx,
      'follow',
      plan.follows.map(({ follower_id, followed_id, at }) => ({ follower_id, followed_id, created_at: at })),
    )
    const shelves = createRandom(`${seed} collections`)
    await insertAll(
      trx,
      'collection',
      plan.collections.map(c => ({
        ...c,
        ...composeCollection(shelves.fork(c.designer_id), c.collection_id),
      })),
    )
    // What people add meanwhile is numbered after all of this.
    for (const [table, last] of [
      ['designer', plan.designers.length],
      ['logo', plan.logos.length],
      ['collection', plan.collections.length],
    ] as const)
      await restartIds(trx, table, last + 1)
  })
}

/** A subscription that runs, and whose last payment is still on its way at the provider: a month late by now. */
async function fillMismatch(
  db: Db,
  { designer_id, member_expire }: Pick<DemoPlan['designers'][number], 'designer_id' | 'member_expire'>,
) {
  const subscription_id = 'I-DEMONSTRATION'
  const begun = new Date(`${addMonths(member_expire, -12)}T10:00:00Z`)
  const nextPayment = new Date(`${addMonths(member_expire, 12)}T10:00:00Z`)
  await db
    .insertInto('subscription')
    .values({
      subscription_id,
      designer_id,
      plan: 'yearly',
      status: 'active',
      started_at: begun,
      next_billing_time: nextPayment,
      updated_at: begun,
    })
    .execute()
  await rememberSubscription(db, {
    id: subscription_id,
    plan: 'yearly',
    begun,
    payment: { status: 'PENDING', at: new Date(`${member_expire}T10:00:00Z`) },
    nextPayment,
  })
}

/** Cards to try: their codes stand in a file, once. */
async function fillGiftCards(db: Db, { giftCodesFile, secret }: FillOrder) {
  const note = 'demonstration'
  if (await db.selectFrom('gift_card').where('note', '=', note).select('note').limit(1).executeTakeFirst())
    return
  const make = (trx: Db, count: number, term_months: 1 | 12) =>
    createGiftCards(trx, secret, { count, term_months, note, expires_at: null, now: new Date() })
  await transaction(db, async trx => {
    const cards = [...(await make(trx, 40, 12)), ...(await make(trx, 10, 1))]
    const lines = cards.map(c => `${c.code}  ${c.term_months === 12 ? 'one year' : 'one month'}`)
    await writeFile(giftCodesFile, `${lines.join('\n')}\n`, { mode: 0o600 })
  })
}

async function fillAvatars(db: Db, files: Files, plan: DemoPlan) {
  const waiting = await db.selectFrom('designer').where('avatar', 'is', null).select('designer_id').execute()
  const ids = new Set(waiting.map(d => d.designer_id))
  for (const { designer_id } of plan.designers) {
    const { avatarSvg } = drawDesigner(designer_id)
    if (!avatarSvg || !ids.has(designer_id)) continue
    const avatar = await storeAvatar(files, avatarSvg)
    await db.updateTable('designer').set({ avatar }).where('designer_id', '=', designer_id).execute()
  }
}

async function listBookIds(db: Db, plan: DemoPlan): Promise<number[]> {
  const rows = await db.selectFrom('book').select(['book_id', 'series', 'number']).execute()
  return plan.books.map(book => rows.find(r => r.series === book.series && r.number === book.number)!.book_id)
}

async function storeAvatar(files: Files, svg: string): Promise<string> {
  const bytes = await sharp(Buffer.from(svg)).resize(512, 512).webp({ quality: 82 }).toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await files.put(`images/${hash}-avatar.webp`, bytes)
  return hash
}

/** More than the decoder's two, so that it never waits for a drawing or for the disk. */
const gate = pLimit(6)

async function fillBatch(db: Db, files: Files, batch: PlannedLogo[], bookIds: number[]) {
  const first = batch[0]!.logo_id
  if (await db.selectFrom('logo').where('logo_id', '=', first).select('logo_id').executeTakeFirst()) return
  const logos = await Promise.all(batch.map(planned => gate(() => drawLogo(files, planned))))
  const industries = new Map(logos.map(l => [l.logo_id, l.industry]))
  const words = createRandom(`${seed} comments`)
  await transaction(db, async trx => {
    await insertAll(trx, 'logo', logos)
    const each = <Row>(rows: (logo: PlannedLogo) => Row[]) => batch.flatMap(rows)
    await insertAll(
      trx,
      'profile_logo',
      each(l =>
        l.profile_position
          ? [{ designer_id: l.designer_id, logo_id: l.logo_id, position: l.profile_position }]
          : [],
      ),
    )
    await insertAll(
      trx,
      'entry',
      each(l =>
        l.entered.map(b => ({ book_id: bookIds[b]!, logo_id: l.logo_id, created_at: l.upload_date })),
      ),
    )
    await insertAll(
      trx,
      'award',
      each(l => l.awarded.map(b => ({ book_id: bookIds[b]!, logo_id: l.logo_id }))),
    )
    await insertAll(
      trx,
      'logo_like',
      each(l => l.likes.map(({ designer_id, at }) => ({ designer_id, logo_id: l.logo_id, created_at: at }))),
    )
    await insertAll(
      trx,
      'collection_logo',
      each(l =>
        l.saves.map(({ collection_id, at }) => ({ collection_id, logo_id: l.logo_id, created_at: at })),
      ),
    )
    await insertAll(
      trx,
      'comment',
      each(l =>
        l.comments.map(({ designer_id, at }, i) => ({
          designer_id,
          logo_id: l.logo_id,
          comment: composeComment(
            words.fork(`${l.logo_id} ${i}`),
            drawDesigner(designer_id).city,
            industries.get(l.logo_id)!,
          ),
          created_at: at,
        })),
      ),
    )
  })
}

/** The designer of that id: ada is the first, and a fixed person. */
function drawDesigner(designerId: number) {
  return makeDesigner(seed, designerId - 1, designerId === 1 ? ADA : undefined)
}

/** Draws a planned logo, stores its pictures and gives the row. */
async function drawLogo(files: Files, planned: PlannedLogo) {
  const designer = drawDesigner(planned.designer_id)
  const { svg, family: _, ...facts } = makeLogo(seed, planned.logo_id - 1, designer)
  const drawing = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const picture = await decodeLogo(drawing, 'quick')
  await storeLogo(files, picture)
  return {
    ...facts,
    logo_id: planned.logo_id,
    designer_id: planned.designer_id,
    upload_date: planned.upload_date,
    is_ranked: planned.is_ranked,
    view_ct: planned.view_ct,
    image: picture.hash,
    side: picture.side,
    ground: picture.ground,
  }
}

/** Inserts rows in portions: a statement may have 65,535 parameters. */
async function insertAll<Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: Insertable<Database[Table]>[],
) {
  for (let i = 0; i < rows.length; i += 1000)
    await db
      .insertInto(table)
      .values(rows.slice(i, i + 1000) as never)
      .execute()
}

async function restartIds(db: Db, table: 'designer' | 'logo' | 'collection', next: number) {
  await sql`alter table ${sql.table(table)} alter column ${sql.ref(`${table}_id`)} restart with ${sql.lit(next)}`.execute(
    db,
  )
}

function unique(name: string, taken: Set<string>): string {
  let candidate = name
  for (let n = 2; taken.has(candidate); n++) candidate = `${name}-${n}`
  taken.add(candidate)
  return candidate
}

process.once('message', async order => {
  await fill(order as FillOrder)
  process.disconnect?.()
})
