import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { type Insertable, sql } from 'kysely'
import pLimit from 'p-limit'
import pg from 'pg'
import sharp from 'sharp'
import type { FilesConfig } from '../server/config.ts'
import { type Connection, connect, type Db, transaction } from '../server/db/connect.ts'
import { sandboxStore } from '../server/db/sandbox-store.ts'
import type { Database } from '../server/db/types.ts'
import { commitOpenBook } from '../server/features/books/commit-open-book.ts'
import { createGiftCards } from '../server/features/gift-cards/queries.ts'
import { refreshSuggestions } from '../server/features/search/queries.ts'
import { loadWords } from '../server/features/site/keep-words.ts'
import { hashPassword } from '../server/lib/password.ts'
import { siteWords } from '../server/lib/site-words.ts'
import { openFiles } from '../server/outside/file-store.ts'
import type { Files } from '../server/outside/files.ts'
import { decodeWholeLogo, storeLogo } from '../server/outside/images.ts'
import { rememberSubscription } from '../server/outside/paypal-sandbox/remember.ts'
import { addMonths } from '../shared/rules/plan.ts'
import { slugOf } from '../shared/rules/slug.ts'
import { dayMs } from '../shared/rules/time.ts'
import { demoAccounts, demoPassword, demoStaff } from './accounts.ts'
import { catalogue, openEdition } from './catalogue.ts'
import type { DemoDesigner } from './designer.ts'
import { fillDesk, logosForDesk } from './desk.ts'
import { insertEntries } from './entries.ts'
import { makeLogo } from './logo.ts'
import { fillPayments, paymentIdOf } from './money.ts'
import { type DemoPlan, demoSeed, type PlannedLogo, planDemo } from './plan.ts'
import { createRandom } from './random.ts'
import { fillSite } from './site.ts'
import { composeCollection, composeComment } from './words.ts'

// Fills an empty database with demonstration content, in a process beside the server: accounts first, then logos from
// the newest back, each batch with all that belongs to it. Every batch is one transaction and the plan is
// deterministic, so a fill that was stopped resumes where it was.

/** The server's request, over the process's IPC channel. */
export type FillOrder = {
  url: string
  files: FilesConfig
  /** The file to which the codes of unused gift cards are written. */
  giftCodesFile: string
  /** The key of their hashes. */
  secret: string
  logos: number
  /** As the site's links begin. */
  publicUrl: string
  /** As in the settings. */
  supportEmail: string
  seller: string[]
}

/** The reply to the server, over the process's IPC channel. */
export type FillMessage = { filled: number; of: number }

const batchSize = 20
/** The id of the advisory lock; any number that no other lock uses. */
const lockKey = 7_366_341

type Setting = { started_at: string; logos: number; done: boolean }

async function fill(order: FillOrder) {
  const { url } = order
  // Only ever lowers the priority: raising it needs root, and the program itself may run at a lower one.
  setPriority(Math.max(10, getPriority()))
  // Our own drawings are SVG; everywhere else the decoder refuses SVG.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const connection = connect(url, { max: 3, statementTimeout: 120_000 })
  const lock = new pg.Client({ connectionString: url })
  await lock.connect()
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (!rows[0].mine) return
    await loadWords(connection.db, order)
    await fillAlone(connection, order)
  } finally {
    await lock.end()
    await connection.close()
  }
}

async function fillAlone({ db }: Connection, order: FillOrder) {
  const files = openFiles(order.files)
  const setting = await begin(db, order.logos)
  if (!setting) return
  const desk = () => fillDesk({ ...order, db, files }, new Date(setting.started_at))
  if (setting.done) return complete(db).then(desk)
  const plan = planDemo(demoSeed, setting.logos, new Date(setting.started_at))
  await fillAccounts(db, plan)
  await complete(db)
  await fillGiftCards(db, order)

  const avatars = fillAvatars(db, files, plan)
  const batches: PlannedLogo[][] = []
  const newestFirst = plan.logos.toReversed()
  for (let i = 0; i < newestFirst.length; i += batchSize) batches.push(newestFirst.slice(i, i + batchSize))
  const bookIds = await listBookIds(db, plan)
  let filled = 0
  for (const batch of batches) {
    report(filled, plan)
    await fillBatch(db, files, plan, batch, bookIds)
    filled += batch.length
    if (filled === logosForDesk) await desk()
  }
  await desk()
  await avatars
  await refreshSuggestions(db)
  const value = JSON.stringify({ ...setting, done: true })
  await db.updateTable('setting').set({ value }).where('name', '=', 'demo').execute()
  // The server may stop this process once it hears that all logos are there.
  report(filled, plan)
}

function report(filled: number, plan: DemoPlan) {
  process.send?.({ filled, of: plan.logos.length } satisfies FillMessage)
}

/**
 * The fill that is in progress; begins one if there is no account yet; undefined if the database has other accounts.
 */
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

/** Inserts all accounts, memberships, follows, collections (still empty) and books, in one transaction. */
async function fillAccounts(db: Db, plan: DemoPlan) {
  if (await db.selectFrom('designer').select('designer_id').limit(1).executeTakeFirst()) return
  // One public password, so one hash.
  const password_hash = await hashPassword(demoPassword)
  await transaction(db, async trx => {
    const takenNames = new Set(demoAccounts.map(a => a.username))
    const takenSlugs = new Set<string>()
    const designers = plan.designers.map(planned => {
      const { index: _, avatarSvg: __, leaning: ___, ...made } = planned.profile
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
        has_demo_password: true,
      }
    })
    await insertAll(trx, 'designer', designers)
    await fillMemberships(trx, plan)
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
    const shelves = createRandom(`${demoSeed} collections`)
    await insertAll(
      trx,
      'collection',
      plan.collections.map(c => ({
        ...c,
        ...composeCollection(shelves.fork(c.designer_id), c.collection_id),
      })),
    )
    // Ids that people add during the fill come after all of these.
    for (const [table, last] of [
      ['designer', plan.designers.length],
      ['logo', plan.logos.length],
      ['collection', plan.collections.length],
    ] as const)
      await restartIds(trx, table, last + 1)
  })
}

/** Members have paid for their current year; the accounts that the README promises were given theirs. */
async function fillMemberships(trx: Db, plan: DemoPlan) {
  await insertAll(
    trx,
    'membership_grant',
    plan.designers.map(({ designer_id, member_expire, account }) => ({
      designer_id,
      ...(account
        ? { source: 'admin' as const, source_reference: `demonstration ${designer_id}` }
        : { source: 'payment' as const, source_reference: paymentIdOf({ designer_id }) }),
      starts_on: `${Number(member_expire.slice(0, 4)) - 1}${member_expire.slice(4).replace('02-29', '02-28')}`,
      ends_on: member_expire,
    })),
  )
  await fillPayments(
    trx,
    plan.designers.filter(planned => !planned.account),
  )
  await fillMismatch(trx, plan.designers.find(d => d.account?.username === 'mismatch')!)
}

/** What a demonstration that was filled by an older program lacks; what somebody changed stays. */
async function complete(db: Db) {
  await transaction(db, async trx => {
    await fillCatalogue(trx)
    await commitOpenBook(trx, new Date())
    await fillStaff(trx)
    await fillSite(trx, new Date())
  })
}

async function fillCatalogue(trx: Db) {
  const now = new Date()
  const { daysOpen, ...open } = openEdition
  const closes_at = new Date(now.getTime() + daysOpen * dayMs)
  const rows: Insertable<Database['book']>[] = [
    ...catalogue.map(book => ({ ...book, state: 'published' as const })),
    { ...open, state: 'open', closes_at, results_by: new Date(closes_at.getTime() + 90 * dayMs) },
  ]
  for (const { series, number, state, published_on: _, ...said } of rows) {
    const there = await trx
      .selectFrom('book')
      .where('series', '=', series)
      .where('number', '=', number)
      .select(['book_id', 'title', 'state'])
      .executeTakeFirst()
    if (!there)
      await trx
        .insertInto('book')
        .values({ series, number, state, ...said })
        .onConflict(c => c.doNothing())
        .execute()
    else if (!there.title && there.state === state)
      await trx.updateTable('book').set(said).where('book_id', '=', there.book_id).execute()
  }
}

async function fillStaff(trx: Db) {
  const there = await trx
    .selectFrom('designer')
    .where('username', 'in', [...demoStaff.map(account => account.username)])
    .select('username')
    .execute()
  const missing = demoStaff.filter(({ username }) => !there.some(row => row.username === username))
  if (!missing.length) return
  const password_hash = await hashPassword(demoPassword)
  await trx
    .insertInto('designer')
    .values(
      missing.map(({ username, role }) => ({
        username,
        role,
        password_hash,
        has_demo_password: true,
        email: `${username}@example.com`,
        slug: `colophon-${username}`,
        company: `${siteWords().site_name} ${username}`,
        first_name: 'Colophon',
        last_name: username,
      })),
    )
    .onConflict(c => c.doNothing())
    .execute()
}

/** An active subscription whose last payment is still pending at the provider, a month late by now. */
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
  await rememberSubscription(sandboxStore(db), {
    id: subscription_id,
    plan: 'yearly',
    begun,
    payment: { status: 'PENDING', at: new Date(`${member_expire}T10:00:00Z`) },
    nextPayment,
  })
}

/** Gift cards to try; their codes are written to a file, once. */
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
  for (const { designer_id, profile } of plan.designers) {
    if (!ids.has(designer_id)) continue
    const avatar = await storeAvatar(files, profile.avatarSvg)
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

/** More than the decoder's two slots, so that it never waits for a drawing or for the disk. */
const gate = pLimit(6)

async function fillBatch(db: Db, files: Files, plan: DemoPlan, batch: PlannedLogo[], bookIds: number[]) {
  const first = batch[0]!.logo_id
  if (await db.selectFrom('logo').where('logo_id', '=', first).select('logo_id').executeTakeFirst()) return
  const logos = await Promise.all(
    batch.map(planned => gate(() => drawLogo(files, profileOf(plan, planned.designer_id), planned))),
  )
  const industries = new Map(logos.map(l => [l.logo_id, l.industry]))
  const words = createRandom(`${demoSeed} comments`)
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
    await insertEntries(
      trx,
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
            profileOf(plan, designer_id).city,
            industries.get(l.logo_id)!,
          ),
          created_at: at,
        })),
      ),
    )
    await insertViews(trx, batch)
  })
}

/** Sums of views for the statistics: some of each logo's views, over the last year, more of them lately. */
async function insertViews(db: Db, batch: PlannedLogo[]) {
  const ids = batch.map(({ logo_id }) => logo_id)
  const share = (salt: number) =>
    sql`(abs(hashint8(logo_id * 1000 + n + ${sql.lit(salt)})::bigint) / 2147483648.0)`
  await sql`
    insert into logo_view_day (logo_id, day, source, view_ct)
    select logo_id, (now() - (now() - greatest(upload_date, now() - interval '360 days')) * power(${share(0)}, 1.6))::date,
      (array['wall', 'wall', 'wall', 'search', 'search', 'profile', 'collection', 'related', 'outside'])[
        1 + floor(9 * ${share(500_000)})::int % 9], count(*)::int
    from logo cross join generate_series(1, least(view_ct, 60)) as n
    where logo_id = any (${ids}::int[]) group by 1, 2, 3`.execute(db)
}

function profileOf(plan: DemoPlan, designerId: number): DemoDesigner {
  return plan.designers[designerId - 1]!.profile
}

/** Draws a planned logo, stores its pictures and returns its row. */
async function drawLogo(files: Files, designer: DemoDesigner, planned: PlannedLogo) {
  const {
    svg,
    family: _,
    drawing: __,
    ...facts
  } = makeLogo(demoSeed, planned.logo_id - 1, designer, planned.mark)
  const drawing = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const picture = await decodeWholeLogo(drawing)
  await storeLogo(files, picture)
  return {
    ...facts,
    logo_id: planned.logo_id,
    designer_id: planned.designer_id,
    upload_date: planned.upload_date,
    is_ranked: planned.is_ranked,
    view_ct: planned.view_ct,
    image: picture.image,
    side: picture.side,
    ground: picture.ground,
    colors: JSON.stringify(picture.palette.colors),
    palette: picture.palette.kind,
  }
}

/** Inserts rows in chunks: a statement may have 65,535 parameters. */
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
