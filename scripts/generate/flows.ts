import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import sharp from 'sharp'
import { loadConfig } from '../../server/config.ts'
import { makeColorIndex } from '../../server/db/color-index.ts'
import type { Db } from '../../server/db/connect.ts'
import { openLookIndex } from '../../server/db/look-index.ts'
import { sandboxStore } from '../../server/db/sandbox-store.ts'
import { beginEmailChange } from '../../server/features/account/change-email.ts'
import { updateProfile } from '../../server/features/account/update-profile.ts'
import { createAffiliate, listAffiliates } from '../../server/features/affiliates/queries.ts'
import { settleAttention } from '../../server/features/audit/settle-attention.ts'
import { setPassword } from '../../server/features/auth/set-password.ts'
import { commitOpenBook } from '../../server/features/books/commit-open-book.ts'
import { disqualify } from '../../server/features/books/disqualify.ts'
import { openBook } from '../../server/features/books/open-book.ts'
import { setJurors } from '../../server/features/books/set-jurors.ts'
import { stepBook } from '../../server/features/books/step-book.ts'
import { updateBook } from '../../server/features/books/update-book.ts'
import { createGiftCards, voidGiftCard } from '../../server/features/gift-cards/queries.ts'
import { deleteOwnLogo } from '../../server/features/logos/delete-logo.ts'
import { makeKeywordCache } from '../../server/features/logos/related.ts'
import { submitLogo } from '../../server/features/logos/submit-logo.ts'
import { sendMailAgain } from '../../server/features/mail/send-again.ts'
import { closeAccount } from '../../server/features/members/close-account.ts'
import { closeMember } from '../../server/features/members/close-member.ts'
import { createMember } from '../../server/features/members/create-member.ts'
import { noteOnMember } from '../../server/features/members/note-on-member.ts'
import { sendPasswordLetter } from '../../server/features/members/send-password-letter.ts'
import { setRole } from '../../server/features/members/set-role.ts'
import { createIntent } from '../../server/features/membership/create-intent.ts'
import { giveTime, takeTimeBack } from '../../server/features/membership/give-time.ts'
import { mailAttention } from '../../server/features/membership/mails.ts'
import { keepEvent, processEvents } from '../../server/features/membership/receive-webhook.ts'
import { reconcile, settleFresh } from '../../server/features/membership/reconcile.ts'
import { redeemGiftCard } from '../../server/features/membership/redeem-gift-card.ts'
import { remindMembers } from '../../server/features/membership/remind-members.ts'
import { settlePayment } from '../../server/features/membership/settle-payment.ts'
import { forgetFailedSignIns } from '../../server/http/failed-sign-ins.ts'
import { findNextPalette } from '../../server/jobs/find-palettes.ts'
import { clearOld } from '../../server/jobs/housekeeping.ts'
import { moveLateTiles } from '../../server/jobs/late-tiles.ts'
import { makeNext } from '../../server/jobs/make-pictures.ts'
import { openCardDrawer } from '../../server/outside/cards/drawer.ts'
import { localFiles } from '../../server/outside/files.ts'
import { connectSandbox } from '../../server/outside/provider.ts'
import { dayMs } from '../../shared/rules/time.ts'

// Plays what the product does in several steps, against an empty database, so that its SQL can be recorded: purchases and
// what follows them, uploads, changes of an account. Says nothing of whether it is right; the tests do.

const silent = { info() {}, warn() {}, error() {} } as unknown as FastifyBaseLogger

export async function playFlows(db: Db): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-flows-'))
  try {
    const setup = makeSetup(db, folder)
    await playPurchases(setup)
    await playDisputes(setup)
    await playCards(setup)
    await playUploads(setup)
    await playAccounts(setup)
    await playBook(setup)
    await playDesk(setup)
    await clearOld(db, setup.services.now())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Setup = ReturnType<typeof makeSetup>

function makeSetup(db: Db, folder: string) {
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder })
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const now = () => clock.now
  const { payments, sandbox } = connectSandbox(config, {
    store: sandboxStore(db),
    now,
    deliver: async () => 200,
  })
  const { secret, publicUrl } = config
  const services = {
    db,
    readDb: db,
    files: localFiles(join(folder, 'files')),
    colors: makeColorIndex(),
    look: openLookIndex('', undefined),
    keywordCache: makeKeywordCache(now),
    cards: openCardDrawer(),
    now,
    hasDemoData: false,
    secret,
    publicUrl,
    payments,
  }
  const fail = (error: unknown) => {
    throw error
  }
  return {
    services,
    sandbox,
    fail,
    wait: async (days: number) => {
      clock.now = new Date(+clock.now + days * dayMs)
      await sandbox.bill()
    },
    /** Receives and works off the provider's messages, as the webhook does. */
    async receive() {
      for (const { envelope } of await sandbox.waitingEvents()) await keepEvent(db, envelope, now())
      await processEvents(services, () => {})
      await sandbox.dropWaiting()
    },
  }
}

const makeUser = (name: string) => ({
  username: name,
  password: 'Correct-Horse-1!',
  first_name: 'Noa',
  last_name: 'Lindt',
  company: `Lindt ${name}`,
  email: `${name}@example.com`,
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
})
const visitor = { id: 0, role: 'visitor', isActive: false } as const
const memberOf = (id: number) => ({ id, role: 'member', isActive: true }) as const

/** Somebody new buys; the ids of their account, subscription and payment. */
async function buyAsNewMember(setup: Setup, name: string, isMonthly = false) {
  const { services, sandbox } = setup
  const { subscriptionID } = await createIntent(
    services,
    { isNew: true, isMonthly, user: makeUser(name), affiliate: 'FERRO' },
    visitor,
    'token',
  )
  await sandbox.approve(subscriptionID)
  const settled = await settlePayment(services, subscriptionID)
  if (settled.status !== 'member') throw new Error(`A purchase was not settled: ${JSON.stringify(settled)}`)
  const payment = (await sandbox.find(subscriptionID))?.transactions[0]
  if (!payment) throw new Error('A purchase has no payment')
  return { designerId: settled.designer_id, subscriptionId: subscriptionID, paymentId: payment.id }
}

async function playPurchases(setup: Setup) {
  const { services, sandbox, wait, receive } = setup
  const { db, now } = services
  const ferro = await buyAsNewMember(setup, 'ferro', true)
  await createAffiliate(db, { code: 'FERRO', username: 'ferro', now: now() })
  const ada = await buyAsNewMember(setup, 'ada')
  await listAffiliates(db)
  // Renewed, refused, suspended, replaced.
  await wait(31)
  await receive()
  await sandbox.setWallet(ferro.subscriptionId, false)
  for (let month = 0; month < 5; month++) {
    await wait(31)
    await receive()
  }
  const order = { isNew: false, isMonthly: false } as const
  const again = await createIntent(services, order, memberOf(ferro.designerId), undefined)
  await sandbox.approve(again.subscriptionID)
  await settlePayment(services, again.subscriptionID)
  // Approved too late, and for an account that has a subscription.
  const late = await createIntent(
    services,
    { ...order, isNew: true, user: makeUser('late') },
    visitor,
    'token',
  )
  await sandbox.approve(late.subscriptionID)
  await wait(1)
  await settlePayment(services, late.subscriptionID)
  // The latest payment is given back, in part and in full.
  await sandbox.refund(ada.paymentId, 100)
  await receive()
  await sandbox.refund(ada.paymentId)
  await receive()
  await settleFresh(services, setup.fail)
  await reconcile(services, 'light', () => {})
  await reconcile(services, 'full', () => {})
  await mailAttention(db, services)
  await wait(340)
  await remindMembers(services)
}

const cards = { term_months: 12, note: '', expires_at: null } as const

async function playDisputes(setup: Setup) {
  const { services, sandbox, receive } = setup
  const { designerId, paymentId, subscriptionId } = await buyAsNewMember(setup, 'berg')
  await receive()
  // The time of a card moves up when the payment before it is taken back.
  await services.payments.cancel(subscriptionId, 'No longer wanted')
  await settlePayment(services, subscriptionId)
  const [card] = await createGiftCards(services.db, services.secret, {
    ...cards,
    count: 1,
    now: services.now(),
  })
  await redeemGiftCard(services, card?.code ?? '', { designer_id: designerId })
  await sandbox.dispute(paymentId, 'created')
  await sandbox.reverse(paymentId)
  await receive()
  await sandbox.dispute(paymentId, 'won')
  await receive()
}

async function playCards(setup: Setup) {
  const { services } = setup
  const { db, secret, now } = services
  const [first, second, third] = await createGiftCards(db, secret, { ...cards, count: 3, now: now() })
  const { gift_card_id } = await db
    .selectFrom('gift_card')
    .where('code_hmac', '=', third?.code_hmac ?? Buffer.alloc(0))
    .select('gift_card_id')
    .executeTakeFirstOrThrow()
  await voidGiftCard(db, gift_card_id, now())
  const { designer_id } = await redeemGiftCard(services, first?.code ?? '', {
    registration: { ...withoutPassword(makeUser('card')), password_hash: 'none' },
    affiliate: '',
  })
  await redeemGiftCard(services, second?.code ?? '', { designer_id })
}

const withoutPassword = ({ password: _, ...user }: ReturnType<typeof makeUser>) => user

async function playUploads(setup: Setup) {
  const { services } = setup
  const { db, files, now } = services
  const { designer_id } = await db
    .selectFrom('designer')
    .where('username', '=', 'ada')
    .select('designer_id')
    .executeTakeFirstOrThrow()
  const owner = memberOf(designer_id)
  await db.insertInto('book').values({ series: 'book', number: 1 }).execute()
  const input = {
    logo: 'Rosa',
    keywords: 'rose',
    logotype: 'Symbol',
    description: '',
    designer: '',
    art_director: '',
    creative_director: '',
    assoc_creative_director: '',
    illustrator: '',
    photographer: '',
    client: '',
    industry: '',
    filename: 'rosa.png',
    file_base64: (
      await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
    ).toString('base64'),
    upload_key: 'a-key-of-mine',
  } as const
  const { result } = await submitLogo(services, input, owner)
  await submitLogo(services, input, owner)
  for (const _ of ['make', 'clear', 'nothing']) await makeNext({ db, files })
  await db.updateTable('logo').set({ colors: null }).where('logo_id', '=', result.logo_id).execute()
  await findNextPalette({ db, files })
  for (const _ of ['all', 'new']) await services.colors.read(db)
  await deleteOwnLogo(db, result.logo_id, now(), owner)
}

async function playAccounts(setup: Setup) {
  const { services } = setup
  const { db, secret, publicUrl } = services
  const account = await db
    .selectFrom('designer')
    .where('username', '=', 'card')
    .select(['designer_id', 'username', 'email', 'password_hash'])
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async trx => {
    await beginEmailChange(trx, account, 'other@example.com', services)
    await setPassword(trx, account, 'another', { now: services.now(), publicUrl })
  })
  await forgetFailedSignIns(db, account, { secret, address: '127.0.0.1' })
  await updateProfile(
    services,
    { first_name: 'Ada', last_name: 'L', avatar_base64: null } as never,
    account.designer_id,
    silent,
  )
  await closeAccount(services, account.designer_id, silent)
}

/** A book is opened, gets a jury, is changed, closed and drawn; a juror leaves, and the others are late. */
async function playBook({ services, wait }: Setup) {
  const { db, now } = services
  const shell = { designer_id: null, origin: 'shell' } as const
  await commitOpenBook(db, now())
  await db.updateTable('book').set({ state: 'published' }).where('state', '=', 'open').execute()
  const ids: number[] = []
  for (let i = 1; i <= 9; i++) {
    const username = `bench${i}`
    await createMember(
      services,
      { username, email: `${username}@example.com`, role: i < 9 ? 'juror' : 'chair' },
      shell,
    )
    const { designer_id } = await db
      .selectFrom('designer')
      .where('username', '=', username)
      .select('designer_id')
      .executeTakeFirstOrThrow()
    ids.push(designer_id)
  }
  const [last = 0] = ids.slice(-1)
  await setRole(services, { designer_id: last, role: 'juror', why: 'A ninth juror' }, shell)
  const closes_at = new Date(+now() + 30 * dayMs)
  const facts = { number: 14, title: 'Book 14', places: 5, closes_at, border_round: 1 } as const
  const book = await openBook(services, { series: 'book', ...facts }, shell)
  await updateBook(services, { book, places: 6 }, shell)
  await setJurors(services, { book, designer_ids: ids }, shell)
  const [entered] = await db
    .insertInto('logo')
    .values({
      designer_id: await ownerOf(services),
      title: 'Entered',
      logotype: 'Symbol',
      image: '0'.repeat(32),
      side: 900,
    })
    .returning('logo_id')
    .execute()
  const logo_id = entered?.logo_id ?? 0
  await db
    .insertInto('entry')
    .expression(eb =>
      eb
        .selectFrom('book')
        .where('slug', '=', book)
        .select(['book_id', eb.val(logo_id).as('logo_id')]),
    )
    .columns(['book_id', 'logo_id'])
    .execute()
  for (const to of ['closed', 'judging'] as const)
    await stepBook(services, { book, to, why: 'It is time' }, shell)
  await disqualify(services, { book, logo_id, state: 1, why: 'A copy' }, shell)
  await setJurors(services, { book, designer_ids: ids.slice(1) }, shell)
  await wait(22)
  await moveLateTiles(services)
  await wait(7)
  await moveLateTiles(services)
}

/** What staff do about a member, and about money. */
async function playDesk({ services }: Setup) {
  const admin = { designer_id: null, origin: 'shell', role: 'admin' } as const
  const { db, now } = services
  const ignored = () => {}
  const { designer_id } = await createOne(services)
  const { grant_id } = await giveTime({ db, now }, { designer_id, days: 10 }, { ...admin, role: 'support' })
  await giveTime({ db, now }, { designer_id, days: 10 }, admin)
  await takeTimeBack({ db, now }, { grant_id, why: 'A mistake' }, admin)
  await sendPasswordLetter(services, designer_id, admin)
  await noteOnMember({ db, now }, { designer_id, note: 'Called', why: 'Asked' }, admin)
  const { audit_id } = await db
    .insertInto('ledger_audit')
    .values({ at: now(), what: 'a case', needs_attention: true })
    .returning('audit_id')
    .executeTakeFirstOrThrow()
  for (const done of [1, 0] as const)
    await settleAttention({ db, now }, { attention_id: Number(audit_id), done, why: 'Looked' }, admin)
  const { mail_id } = await db
    .insertInto('mail')
    .values({
      kind: 'welcome',
      dedupe_key: 'desk',
      to_address: 'desk.member@example.com',
      subject: 'Hello',
      html: 'Hello',
      text: 'Hello',
      status: 'dead',
    })
    .returning('mail_id')
    .executeTakeFirstOrThrow()
  await sendMailAgain({ db, now }, mail_id, admin)
  await closeMember(services, { designer_id, why: 'Asked to' }, { actor: admin, log: silent }).catch(ignored)
}

async function createOne({ db }: Setup['services']) {
  return db
    .insertInto('designer')
    .values({
      username: 'desk.member',
      email: 'desk.member@example.com',
      password_hash: '',
      slug: 'desk-member',
      company: 'Desk member',
      first_name: 'Desk',
      last_name: 'Member',
    })
    .returning('designer_id')
    .executeTakeFirstOrThrow()
}

/** Somebody whose logo can be entered. */
async function ownerOf({ db }: Setup['services']) {
  const { designer_id } = await db
    .selectFrom('designer')
    .where('role', '=', 'member')
    .where('closed_at', 'is', null)
    .select('designer_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return designer_id
}
