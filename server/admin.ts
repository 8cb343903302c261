import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { product } from '../shared/product.ts'
import { dataPaths, loadConfig, loadPayPalAccess } from './config.ts'
import { connect, type Db } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { findRunningPostgres, startPostgres } from './db/postgres.ts'
import { enqueueMail } from './features/mail/queries.ts'
import { createAffiliate, listAffiliates } from './features/membership/affiliate.ts'
import { createGiftCards, type NewCard } from './features/membership/gift-card.ts'
import { listAttention } from './features/membership/queries.ts'
import { escapeHtml } from './http/escape-html.ts'
import { setUpPayPal } from './outside/paypal-setup.ts'
import { connectProvider } from './outside/provider.ts'

// What an administrator does at the shell, whether or not the site runs: `npm run admin -- gift-cards …`, `… affiliates …`.

const help = `npm run admin -- gift-cards create --count 50 --term year|month [--note text] [--expires YYYY-MM-DD]
                           [--sheet cards.html] [--mail address]
npm run admin -- gift-cards list
npm run admin -- gift-cards void <number of the card>
npm run admin -- affiliates create <code> --member <user name>
npm run admin -- affiliates list
npm run admin -- ledger attention
npm run admin -- paypal setup
`

const say = (line: string) => process.stdout.write(`${line}\n`)
const termInWords = (months: number) => (months === 12 ? 'one year' : 'one month')

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '1' },
      term: { type: 'string', default: 'year' },
      note: { type: 'string', default: '' },
      expires: { type: 'string' },
      sheet: { type: 'string' },
      mail: { type: 'string' },
      member: { type: 'string', default: '' },
    },
  })
  const [subject, verb, which = ''] = positionals
  if (`${subject} ${verb}` === 'paypal setup') return setUp()
  const config = loadConfig()
  const commands: Record<string, ((db: Db) => Promise<void>) | undefined> = {
    'gift-cards create': db => create(db, config.secret, values),
    'gift-cards list': list,
    'gift-cards void': db => voidCard(db, Number(which)),
    'affiliates create': db => makeAffiliate(db, which, values.member),
    'affiliates list': showAffiliates,
    'ledger attention': showAttention,
  }
  const command = commands[`${subject} ${verb}`]
  if (!command) return fail(help)
  await withDatabase(config, command)
}

/** Makes what PayPal needs for us to sell there, and says what to set then. May be run again at any time. */
async function setUp() {
  const access = loadPayPalAccess()
  const webhookUrl = `${access.publicUrl}/api/payments/webhook`
  const { planIds, webhookId } = await setUpPayPal(connectProvider(access), webhookUrl)
  say(`PAYPAL_PLAN_YEARLY=${planIds.yearly}`)
  say(`PAYPAL_PLAN_MONTHLY=${planIds.monthly}`)
  say(`PAYPAL_WEBHOOK_ID=${webhookId}`)
}

type Given = { count: string; term: string; note: string; expires?: string; sheet?: string; mail?: string }

async function create(db: Db, secret: string, given: Given) {
  const count = Number(given.count)
  if (!Number.isInteger(count) || count < 1 || count > 10_000) return fail('--count may be 1 to 10000.\n')
  if (given.term !== 'year' && given.term !== 'month') return fail('--term is year or month.\n')
  const expires_at = given.expires ? new Date(`${given.expires}T23:59:59.999Z`) : null
  if (expires_at && !(expires_at > new Date())) return fail('--expires is a day to come, YYYY-MM-DD.\n')
  const term_months = given.term === 'year' ? 12 : 1
  const order = { count, term_months, note: given.note, expires_at, now: new Date() } as const
  const cards = await createGiftCards(db, secret, order)
  // The codes exist nowhere else: they are shown before anything else can fail.
  for (const card of cards) say(`${card.code}  ${termInWords(card.term_months)}`)
  if (given.sheet) await writeFile(given.sheet, sheetOf(cards), { mode: 0o600 })
  if (given.mail)
    for (const card of cards)
      await enqueueMail(db, {
        kind: 'gift-card-issued',
        dedupeKey: `${order.now.toISOString()} ${card.code.slice(-4)} ${given.mail}`,
        to: given.mail,
        subject: `A gift card for ${product.name}`,
        // Whoever reads the code may use it: it is not kept once it is sent.
        tokenUntil: new Date(+order.now + 30 * 86_400_000),
        blocks: [
          { type: 'heading', text: `A gift card for ${product.name}` },
          {
            type: 'facts',
            rows: [
              ['Gift Card Number', card.code],
              ['Good for', `${termInWords(card.term_months)} of membership`],
            ],
          },
          {
            type: 'button',
            label: 'Join',
            href: `${loadConfig().publicUrl}/join`,
          },
        ],
      })
}

async function list(db: Db) {
  const cards = await db
    .selectFrom('gift_card')
    .leftJoin('designer', 'designer.designer_id', 'gift_card.redeemed_by')
    .orderBy('gift_card_id')
    .select([
      'gift_card_id',
      'last4',
      'term_months',
      'note',
      'expires_at',
      'voided_at',
      'redeemed_at',
      'designer.username',
    ])
    .execute()
  const state = (card: (typeof cards)[number]) => {
    if (card.redeemed_at) return `redeemed ${card.redeemed_at.toISOString().slice(0, 10)} by ${card.username}`
    if (card.voided_at) return `void since ${card.voided_at.toISOString().slice(0, 10)}`
    if (card.expires_at && card.expires_at < new Date()) return 'expired'
    return 'unused'
  }
  for (const card of cards)
    say(
      [
        card.gift_card_id,
        `…${card.last4}`,
        termInWords(card.term_months).padEnd(9),
        state(card),
        card.note,
      ].join('  '),
    )
  say(`${cards.length} gift cards`)
}

/** What the ledger leaves to somebody's decision; each was mailed to support, too. */
async function showAttention(db: Db) {
  const entries = await listAttention(db, new Date(0))
  for (const { audit_id, at, what, username, subscription_id, detail } of entries)
    say(
      [audit_id, at.toISOString(), what, username ?? '', subscription_id ?? '', JSON.stringify(detail)].join(
        '  ',
      ),
    )
  say(`${entries.length} entries`)
}

async function voidCard(db: Db, id: number) {
  if (!Number.isInteger(id)) return fail('Say which: the number that the list shows.\n')
  const card = await db
    .updateTable('gift_card')
    .set({ voided_at: new Date() })
    .where('gift_card_id', '=', id)
    .where('redeemed_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('last4')
    .executeTakeFirst()
  if (card) say(`The card …${card.last4} buys nothing any more.`)
  else fail('There is no unused card of that number.\n')
}

async function makeAffiliate(db: Db, code: string, username: string) {
  const problem = await createAffiliate(db, { code, username, now: new Date() })
  if (problem) fail(`${problem}\n`)
  else say(`${loadConfig().publicUrl}/join?aff=${code}`)
}

async function showAffiliates(db: Db) {
  const affiliates = await listAffiliates(db)
  for (const { code, username, joined, paid, reversed } of affiliates)
    say(`${code}  of ${username}: ${joined} joined, ${paid} paid, ${reversed} paid and got it back`)
  say(`${affiliates.length} codes`)
}

/** Cards to print and cut: ten on a page. */
function sheetOf(cards: NewCard[]): string {
  const card = ({ code, term_months }: NewCard) =>
    `<section><h1>${escapeHtml(product.name)}</h1><p>${termInWords(term_months)} of membership</p><code>${code}</code></section>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gift cards</title><style>
body { font: 12pt/1.4 Georgia, serif; margin: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 6mm; }
section { border: 1px dashed #999; padding: 8mm; break-inside: avoid; } h1 { margin: 0; font-size: 16pt; }
code { font-size: 14pt; letter-spacing: .06em; } @page { margin: 15mm; }
</style>${cards.map(card).join('\n')}</html>\n`
}

/** With the site's database, which is started when the site does not run. */
async function withDatabase(config: ReturnType<typeof loadConfig>, work: (db: Db) => Promise<void>) {
  const { postgres: dataDir } = dataPaths(config)
  const running = config.databaseUrl ?? (await findRunningPostgres(dataDir))
  const own = running ? undefined : await startPostgres({ dataDir })
  const url = running ?? own!.url
  try {
    if (own) await migrate(url)
    const { db, close } = connect(url)
    await work(db).finally(close)
  } finally {
    await own?.stop()
  }
}

function fail(text: string) {
  process.stderr.write(text)
  process.exitCode = 1
}

try {
  await main()
} catch (error) {
  fail(`${error instanceof Error ? error.message : error}\n`)
}
