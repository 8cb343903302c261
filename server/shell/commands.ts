import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Config, dataPaths, loadConfig, loadPayPalAccess } from '../config.ts'
import { connect, type Db } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { findRunningPostgres, startPostgres } from '../db/postgres.ts'
import { listAffiliates } from '../features/affiliates/queries.ts'
import { drawGiftCardSheet } from '../features/gift-cards/gift-card-sheet.ts'
import { makeGiftCards } from '../features/gift-cards/make-and-void.ts'
import { listGiftCards } from '../features/gift-cards/queries.ts'
import { enqueueMail } from '../features/mail/queries.ts'
import { giftCardIssued } from '../features/membership/mails.ts'
import { listAttention } from '../features/membership/queries.ts'
import { countPictureJobs } from '../features/pictures/queries.ts'
import { loadWords } from '../features/site/keep-words.ts'
import { copyFolder, openFiles } from '../outside/file-store.ts'
import { setUpPayPal } from '../outside/paypal-setup.ts'
import { connectPayPal } from '../outside/provider.ts'
import { backUpAtShell, restoreAtShell } from './backups.ts'
import {
  addBookAtShell,
  changeBookAtShell,
  listBooksAtShell,
  listBookVersionsAtShell,
  openBookAtShell,
  setJurorsAtShell,
  stepBookAtShell,
  takeBookBackAtShell,
} from './books.ts'
import { checkInstallation } from './check/check.ts'
import {
  closeAtShell,
  grantAtShell,
  makeAffiliateAtShell,
  releaseCardAtShell,
  settleCaseAtShell,
  showHistory,
  takeTimeBackAtShell,
  voidCardAtShell,
} from './desk.ts'
import { listMailsAtShell, sendMailAgainAtShell } from './mails.ts'
import {
  createMemberAtShell,
  findMembersAtShell,
  noteAtShell,
  resetFactorsAtShell,
  sendPasswordAtShell,
  setRoleAtShell,
  showMember,
} from './members.ts'
import { counted, inColumns, Mistake, say, shell } from './mistake.ts'
import { reconcileAtShell } from './money.ts'
import {
  importPostAtShell,
  listPostsAtShell,
  listPostVersionsAtShell,
  removePostAtShell,
  takePostBackAtShell,
} from './posts.ts'
import { decideReportAtShell, listReportsAtShell, setHiddenAtShell, suspendAtShell } from './reports.ts'
import {
  getWordAtShell,
  listVersionsAtShell,
  listWordsAtShell,
  setWordAtShell,
  takeWordBackAtShell,
} from './site.ts'

// What an administrator does at the shell, whether or not the site runs: `npm run admin` says how.

const termInWords = (months: number) => (months === 12 ? 'one year' : 'one month')
const oneText = { type: 'string' } as const
const now = () => new Date()

type Values = Record<string, string | undefined>
type Env = Record<string, string | undefined>
type CommandArguments = { values: Values; which: string; more: string[]; env: Env | undefined }
type Command = {
  /** What it does, in one line. */
  about?: string
  /** What is typed after its name, as the help shows it. */
  usage?: string
  options?: Record<string, typeof oneText>
  /** What follows the command without a name, such as a code. */
  takes?: string
  /** How many more words may follow that one. */
  mostMore?: number
  run: (args: CommandArguments) => Promise<void>
}

const wordsOfBook = {
  title: oneText,
  authors: oneText,
  published: oneText,
  pages: oneText,
  blurb: oneText,
  ink: oneText,
  paper: oneText,
  'buy-url': oneText,
  why: oneText,
}

const commands: Record<string, Command> = {
  check: {
    about: 'try everything that the settings lead to, and say what is wrong',
    run: ({ env }) => checkInstallation(env),
  },
  backup: {
    about: 'make a backup and prove it; the site may run',
    usage: '<folder>|s3://<bucket> [--keep N]',
    takes: 'place',
    options: { keep: oneText, every: oneText },
    run: withDatabase((_db, config, { which, values }, url) =>
      backUpAtShell(url, config, { where: which, keep: values.keep, every: values.every }),
    ),
  },
  restore: {
    about: 'restore a backup into an empty database',
    usage: '<folder>|s3://<bucket> [id of the backup, such as 20261124t030000z; default the newest]',
    takes: 'place',
    mostMore: 1,
    run: ({ which, more, env }) => restoreAtShell(loadConfig(env), { where: which, id: more[0] }),
  },
  'gift-cards create': {
    about: 'make gift cards, and print their codes',
    usage: `[--count 50] [--term year|month] [--note text] [--expires YYYY-MM-DD]
      [--sheet cards.html] [--mail address]`,
    options: {
      count: oneText,
      term: oneText,
      note: oneText,
      expires: oneText,
      sheet: oneText,
      mail: oneText,
    },
    run: withDatabase((db, config, { values }) => create(db, config, values)),
  },
  'gift-cards list': { about: 'every card with its state', run: withDatabase(list) },
  'gift-cards release': {
    about: 'let a card be redeemed again that a restore holds; all of them with all',
    usage: '<number of the card, as the list shows it>|all --why <reason>',
    takes: 'number of the card',
    options: { why: oneText },
    run: withDatabase((db, _, { which, values }) => releaseCardAtShell(db, which, values.why)),
  },
  'gift-cards void': {
    about: 'void a card that was not redeemed',
    usage: '<number of the card, as the list shows it> --why <reason>',
    takes: 'number of the card',
    options: { why: oneText },
    run: withDatabase((db, _, { which, values }) => voidCardAtShell(db, which, values.why)),
  },
  'affiliates create': {
    about: 'give a member an affiliate code',
    usage: '<code> --member <username>',
    takes: 'code',
    options: { member: oneText },
    run: withDatabase((db, config, { which, values }) =>
      makeAffiliateAtShell(db, config, { code: which, username: values.member }),
    ),
  },
  'affiliates list': { about: 'who joined with which code', run: withDatabase(showAffiliates) },
  'ledger attention': { about: 'cases of the ledger that need a decision', run: withDatabase(showAttention) },
  'ledger done': {
    about: 'mark a case as done',
    usage: '<number of the case, as the list shows it> --why <reason>',
    takes: 'number of the case',
    options: { why: oneText },
    run: withDatabase((db, _, { which, values }) => settleCaseAtShell(db, which, 1, values.why)),
  },
  'ledger reopen': {
    about: 'open a case again that was done',
    usage: '<number of the case> --why <reason>',
    takes: 'number of the case',
    options: { why: oneText },
    run: withDatabase((db, _, { which, values }) => settleCaseAtShell(db, which, 0, values.why)),
  },
  'ledger reconcile': {
    about: 'compare the ledger with the payment provider now',
    run: withDatabase(reconcileAtShell),
  },
  'mails list': {
    about: 'the newest fifty mails, or those with some words or in a state',
    usage: '[words] [--state queued|sent|dead]',
    mostMore: 1,
    options: { state: oneText },
    run: withDatabase((db, _, { which, values }) => listMailsAtShell(db, which, values.state)),
  },
  'mails again': {
    about: 'send a mail once more',
    usage: '<id of the mail, as the list shows it>',
    takes: 'id of the mail',
    run: withDatabase((db, _, { which }) => sendMailAgainAtShell(db, which)),
  },
  'files copy': {
    about: 'copy the pictures into the S3 store',
    usage: '  (from DATA_DIR/files into the S3 store; may be run again)',
    run: copyPictures,
  },
  'files progress': { about: 'how many pictures wait to be made', run: withDatabase(showPictureJobs) },
  'members create': {
    about: 'make an account, and mail the link to set its password',
    usage: '<username> --role member|juror|moderator|support|chair|admin --email <address> [--why text]',
    takes: 'username',
    options: { role: oneText, email: oneText, why: oneText },
    run: withDatabase((db, config, { which, values }) => createMemberAtShell(db, config, which, values)),
  },
  'members find': {
    about: 'find accounts by name or company, or by address, which the history notes',
    usage: '<part of a name or company, or of an address with its @>',
    takes: 'part of a name',
    run: withDatabase((db, _, { which }) => findMembersAtShell(db, which)),
  },
  'members show': {
    about: 'one account with the acts on it',
    usage: '<username>',
    takes: 'username',
    run: withDatabase((db, _, { which }) => showMember(db, which)),
  },
  'members role': {
    about: 'give an account another role',
    usage: '<username> <role> --why <reason>',
    takes: 'username',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, _, { which, more, values }) => setRoleAtShell(db, which, more[0], values.why)),
  },
  'members reset-factor': {
    about: 'take an account’s second factors away',
    usage: '<username> --why <reason>',
    takes: 'username',
    options: { why: oneText },
    run: withDatabase((db, config, { which, values }) => resetFactorsAtShell(db, config, which, values.why)),
  },
  'members note': {
    about: 'keep a note about an account, in the history',
    usage: '<username> "<note>" --why <reason>',
    takes: 'username',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, _, { which, more, values }) =>
      noteAtShell(db, which, { note: more[0], why: values.why }),
    ),
  },
  'members password': {
    about: 'mail a member the link to set a new password',
    usage: '<username>',
    takes: 'username',
    run: withDatabase((db, config, { which }) => sendPasswordAtShell(db, config, which)),
  },
  'members suspend': {
    about: 'suspend a member until a day, or lift that',
    usage: '<username> <YYYY-MM-DD or never> --why <reason>',
    takes: 'username',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, config, { which, more, values }) =>
      suspendAtShell(db, config, which, more[0], values.why),
    ),
  },
  'reports list': {
    about: 'reports and appeals that wait for a decision',
    run: withDatabase(listReportsAtShell),
  },
  'reports decide': {
    about: 'decide a report or an appeal',
    usage: '<number> dismiss|hide|remove|warn|suspend|restore --why <reason> [--until YYYY-MM-DD]',
    takes: 'number of the report',
    mostMore: 1,
    options: { why: oneText, until: oneText },
    run: withDatabase((db, config, { which, more, values }) =>
      decideReportAtShell(db, config, which, more[0], values),
    ),
  },
  'reports hide': {
    about: 'hide a logo, comment or collection, and tell its owner why',
    usage: 'logo|comment|collection <number> --why <reason>',
    takes: 'kind of thing',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, config, { which, more, values }) =>
      setHiddenAtShell(db, config, { kind: which, number: more[0], state: 1, why: values.why }),
    ),
  },
  'reports show': {
    about: 'show again what is hidden',
    usage: 'logo|comment|collection <number> [--why text]',
    takes: 'kind of thing',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, config, { which, more, values }) =>
      setHiddenAtShell(db, config, { kind: which, number: more[0], state: 0, why: values.why }),
    ),
  },
  'members grant': {
    about: 'give a member time',
    usage: '<username> <days> [--why text]',
    takes: 'username',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, _, { which, more, values }) => grantAtShell(db, which, more[0], values.why)),
  },
  'members close': {
    about: 'close an account for good',
    usage: '<username> --why <reason>',
    takes: 'username',
    options: { why: oneText },
    run: withDatabase((db, config, { which, values }) => closeAtShell(db, config, which, values.why)),
  },
  'grants take-back': {
    about: 'take back time that staff gave',
    usage: '<number of the grant, as `members show` prints it> --why <reason>',
    takes: 'number of the grant',
    options: { why: oneText },
    run: withDatabase((db, _, { which, values }) => takeTimeBackAtShell(db, which, values.why)),
  },
  'history list': {
    about: 'the last fifty acts, or those with some words',
    usage: '[words]',
    mostMore: 1,
    run: withDatabase((db, _, { which }) => showHistory(db, which)),
  },
  'books list': { about: 'every book with its state', run: withDatabase(listBooksAtShell) },
  'books open': {
    about: 'open a book',
    usage: `--number N --title text --places N --closes YYYY-MM-DD [--results YYYY-MM-DD]
      [--beacon "public value"] [--beacon-at moment] [--why text]`,
    options: {
      series: oneText,
      number: oneText,
      title: oneText,
      places: oneText,
      closes: oneText,
      results: oneText,
      beacon: oneText,
      'beacon-at': oneText,
      why: oneText,
    },
    run: withDatabase((db, _, { values }) => openBookAtShell(db, values)),
  },
  'books add': {
    about: 'add a book that was published before, elsewhere',
    usage: `--number N --title text --published YYYY-MM [--series book|master-book|textbook]
      [--authors text] [--pages N] [--blurb text] [--ink #rrggbb] [--paper #rrggbb]
      [--buy-url address] [--why text]`,
    options: { series: oneText, number: oneText, ...wordsOfBook },
    run: withDatabase((db, _, { values }) => addBookAtShell(db, values)),
  },
  'books close': {
    about: 'close the open book',
    usage: '<book> --why <reason>',
    takes: 'book, such as book-14',
    options: { why: oneText },
    run: withDatabase((db, _, { which, values }) => stepBookAtShell(db, which, 'closed', values)),
  },
  'books step': {
    about: 'take a book to its next state',
    usage: '<book> <state> --why <reason> [--beacon value]',
    takes: 'book, such as book-14',
    mostMore: 1,
    options: { why: oneText, beacon: oneText },
    run: withDatabase((db, _, { which, more, values }) => stepBookAtShell(db, which, more[0], values)),
  },
  'books jurors': {
    about: 'name the jury of a book',
    usage: '<book> [usernames] [--why text]',
    takes: 'book, such as book-14',
    mostMore: 10,
    options: { why: oneText },
    run: withDatabase((db, config, { which, more, values }) =>
      setJurorsAtShell(db, config, { slug: which, names: more, why: values.why }),
    ),
  },
  'books change': {
    about: 'change what the page of books says of a book',
    usage: `<book> [--title text] [--authors text] [--published YYYY-MM] [--pages N] [--blurb text]
      [--ink #rrggbb] [--paper #rrggbb] [--buy-url address] [--why text]`,
    takes: 'book, such as book-14',
    options: wordsOfBook,
    run: withDatabase((db, _, { which, values }) => changeBookAtShell(db, which, values)),
  },
  'books versions': {
    about: 'every version of what is said of a book',
    usage: '<book>',
    takes: 'book, such as book-14',
    run: withDatabase((db, _, { which }) => listBookVersionsAtShell(db, which)),
  },
  'books back': {
    about: 'take an earlier version of that back',
    usage: '<book> <version> [--why text]',
    takes: 'book, such as book-14',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, _, { which, more, values }) =>
      takeBookBackAtShell(db, which, { typed: more[0], why: values.why }),
    ),
  },
  'posts list': { about: 'every post with its address', run: withDatabase(listPostsAtShell) },
  'posts versions': {
    about: 'every version of a post',
    usage: '<address, such as spring-call>',
    takes: 'address of the post',
    run: withDatabase((db, _, { which }) => listPostVersionsAtShell(db, which)),
  },
  'posts back': {
    about: 'take an earlier version of a post back',
    usage: '<address> <version> [--why text]',
    takes: 'address of the post',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, config, { which, more, values }) =>
      takePostBackAtShell(db, config, { slug: which, typed: more[0], why: values.why }),
    ),
  },
  'posts remove': {
    about: 'remove a post for good',
    usage: '<address> [--why text]',
    takes: 'address of the post',
    options: { why: oneText },
    run: withDatabase((db, config, { which, values }) =>
      removePostAtShell(db, config, { slug: which, why: values.why }),
    ),
  },
  'posts import': {
    about: 'make a post of a file in Markdown',
    usage:
      '<file.md>  (a title as "# Title", then the text; above it, if wanted, lines as date: 2027-03-31, kinds: news, draft: 1)',
    takes: 'file',
    run: withDatabase((db, config, { which }) => importPostAtShell(db, config, which)),
  },
  'site list': { about: 'the site’s own words, each with its version', run: withDatabase(listWordsAtShell) },
  'site get': {
    about: 'one of the site’s words',
    usage: '<name>',
    takes: 'name, such as tagline',
    run: withDatabase((db, _, { which }) => getWordAtShell(db, which)),
  },
  'site set': {
    about: 'save one of the site’s words as a new version',
    usage: '<name> <value>|@<file> [--why text]',
    takes: 'name, such as tagline',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, _, { which, more, values }) => setWordAtShell(db, which, more[0], values.why)),
  },
  'site versions': {
    about: 'every version of one of the site’s words',
    usage: '<name>',
    takes: 'name, such as tagline',
    run: withDatabase((db, _, { which }) => listVersionsAtShell(db, which)),
  },
  'site back': {
    about: 'take an earlier version back; 0 is the default',
    usage: '<name> <version> [--why text]',
    takes: 'name, such as tagline',
    mostMore: 1,
    options: { why: oneText },
    run: withDatabase((db, _, { which, more, values }) =>
      takeWordBackAtShell(db, which, more[0], values.why),
    ),
  },
  'demo judging': {
    about: 'play a book of the demonstration',
    usage:
      '[open|closed|judging|border|ratified|published]  (plays a book of the demonstration to that state)',
    mostMore: 1,
    run: withDatabase(async (db, config, { which }) => {
      const { playJudging } = await import('../../demo/judging.ts')
      await playJudging(db, config, which || 'published')
    }),
  },
  'paypal setup': {
    about: 'create the plans and the webhook at PayPal',
    usage: '  (with the id and secret of an app at PayPal; may be run again)',
    run: setUp,
  },
}

/** How to type the commands whose names begin so. */
const helpOn = (name: string) =>
  Object.keys(commands)
    .filter(command => command.startsWith(name))
    .map(command => `npm run admin -- ${command} ${commands[command]!.usage ?? ''}`.trimEnd())
    .join('\n')

/** `history` alone, or with words to look for, is `history list`. */
const normalised = (words: string[]) =>
  words[0] === 'history' && words[1] !== 'list' ? ['history', 'list', ...words.slice(1)] : words

/** Every command by area, with one line each. */
function overview() {
  const areas = Map.groupBy(Object.entries(commands), ([name]) => name.split(' ')[0])
  const width = Math.max(...Object.keys(commands).map(name => name.length)) + 2
  const lines = [...areas].map(([area, entries]) =>
    [
      `${area}:`,
      ...entries.map(([name, { about = '' }]) => `  ${name.padEnd(width)}${about}`.trimEnd()),
    ].join('\n'),
  )
  return ['npm run admin -- <command>, or <command> --help', ...lines].join('\n\n')
}

/** Runs a command as it was typed, with the settings of the environment or of `env`; returns the exit code. */
export async function runCommand(typed: string[], env?: Env): Promise<number> {
  try {
    await dispatch(typed, env)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

async function dispatch(typed: string[], env: Env | undefined) {
  const [subject = '', ...words] = normalised(typed)
  const [verb = '', ...others] = words
  const name = Object.hasOwn(commands, subject) ? subject : `${subject} ${verb}`
  const rest = name === subject ? words : others
  const command = commands[name]
  const help = helpOn(command ? name : `${subject} `) || overview()
  if (!subject || typed.some(word => word === '--help' || word === '-h')) return say(help)
  if (!command) throw new Mistake(help)
  const { options = {}, takes, mostMore = 0, run } = command
  const { values, positionals } = parse(rest)
  const [which = '', ...more] = positionals
  if (takes && !which) throw misused(`The ${takes} is missing.`)
  const surplus = positionals[(takes ? 1 : 0) + mostMore]
  if (surplus !== undefined) throw misused(`What is '${surplus}'?`)
  await run({ values, which, more, env })

  function parse(args: string[]) {
    try {
      return parseArgs({ args, options, allowPositionals: true })
    } catch (error) {
      // Only the first sentence: the rest of the message does not concern the operator.
      throw misused(`${(error as Error).message.split(/\.\s|\.$/)[0]}.`)
    }
  }

  function misused(problem: string) {
    return new Mistake(`${problem}\n${help}`)
  }
}

async function create(db: Db, { secret, publicUrl }: Config, options: Values) {
  const { count = '1', term = 'year', note = '', expires, sheet, mail } = options
  if (!(/^\d{1,5}$/.test(count) && Number(count) >= 1 && Number(count) <= 10_000))
    throw new Mistake('--count takes 1 to 10000.')
  if (term !== 'year' && term !== 'month') throw new Mistake('--term takes year or month.')
  if (note.length > 200) throw new Mistake('--note takes 200 characters at most.')
  const expires_at = expires ? endOf(expires) : null
  if (expires_at && !(expires_at > new Date()))
    throw new Mistake('--expires takes a day in the future, as YYYY-MM-DD.')
  if (mail !== undefined && !z.email().safeParse(mail).success)
    throw new Mistake('--mail takes an email address.')
  // Before the codes exist, and never over those of another day.
  const file = sheet === undefined ? undefined : await openNew(sheet)
  const order = {
    count: Number(count),
    term_months: term === 'year' ? 12 : 1,
    note,
    expires_at,
  } as const
  const cards = await makeGiftCards({ db, now, secret }, order, { ...shell, role: 'admin' })
  // The codes exist nowhere else: they are shown before anything else can fail.
  for (const card of cards) say(`${card.code}  ${termInWords(card.term_months)}`)
  await file?.writeFile(drawGiftCardSheet({ cards, publicUrl, expires_at }))
  await file?.close()
  if (mail)
    for (const card of cards)
      await enqueueMail(db, giftCardIssued(card, { to: mail, expires_at, now: now(), publicUrl }))
}

/** The last moment of a day; an invalid Date when there is no such day. */
function endOf(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`)
  // Date would read 31 February as 3 March.
  return +end && end.toISOString().startsWith(day) ? end : new Date(Number.NaN)
}

async function openNew(path: string) {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new Mistake(isThere ? `${path} is there already.` : `${path} cannot be written.`)
  }
}

async function list(db: Db) {
  const cards = await listGiftCards(db)
  const state = (card: (typeof cards)[number]) => {
    if (card.redeemed_at) return `redeemed ${card.redeemed_at.toISOString().slice(0, 10)} by ${card.username}`
    if (card.held_at) return `held since ${card.held_at.toISOString().slice(0, 10)}, by a restore`
    if (card.voided_at) return `void since ${card.voided_at.toISOString().slice(0, 10)}`
    if (!card.expires_at) return 'unused'
    const day = card.expires_at.toISOString().slice(0, 10)
    return card.expires_at < new Date() ? `expired ${day}` : `unused, until ${day}`
  }
  for (const card of cards)
    say(
      inColumns(
        card.gift_card_id,
        `…${card.last4}`,
        termInWords(card.term_months).padEnd(9),
        state(card),
        card.note,
      ),
    )
  say(counted(cards.length, 'gift card', 'gift cards'))
}

/** Lists the cases that need a decision; each was also mailed to support. */
async function showAttention(db: Db) {
  const entries = await listAttention(db, new Date(0))
  for (const { audit_id, at, what, username, subscription_id, detail } of entries)
    say(inColumns(audit_id, at.toISOString(), what, username, subscription_id, JSON.stringify(detail)))
  say(counted(entries.length, 'entry', 'entries'))
}

async function showAffiliates(db: Db) {
  const affiliates = await listAffiliates(db)
  for (const { code, username, joined, paid, reversed } of affiliates)
    say(`${code}  of ${username}: ${joined} joined, ${paid} paid, ${reversed} paid and were refunded`)
  say(counted(affiliates.length, 'code', 'codes'))
}

/** Creates the products, plans and webhook at PayPal and prints the settings to make. Idempotent. */
async function setUp({ env }: CommandArguments) {
  const access = loadPayPalAccess(env)
  const webhookUrl = `${access.publicUrl}/api/payments/webhook`
  const { planIds, webhookId } = await setUpPayPal(connectPayPal(access), webhookUrl)
  say(`PAYPAL_PLAN_YEARLY=${planIds.yearly}`)
  say(`PAYPAL_PLAN_MONTHLY=${planIds.monthly}`)
  say(`PAYPAL_WEBHOOK_ID=${webhookId}`)
}

/** Run before the site moves to an S3 store, and once more after it, for what came in between. */
async function showPictureJobs(db: Db) {
  const { uploads, earlier } = await countPictureJobs(db)
  say(
    `${uploads} new uploads wait for the rest of their pictures, ${earlier} older pictures are to be made anew`,
  )
}

async function copyPictures({ env }: CommandArguments) {
  const config = loadConfig(env)
  if (config.files.kind !== 's3')
    throw new Mistake('Set S3_ENDPOINT and the other settings of S3: they say where to copy to.')
  const { files: folder } = dataPaths(config)
  const { copied, there } = await copyFolder(folder, openFiles(config.files), progress => {
    if ((progress.copied + progress.there) % 1000 === 0) say(`${progress.copied} copied`)
  })
  say(`${copied} files copied, ${there} were there already`)
}

/** Runs `work` with the site's database, which is started when the site does not run. */
function withDatabase(work: (db: Db, config: Config, args: CommandArguments, url: string) => Promise<void>) {
  return async (args: CommandArguments) => {
    const config = loadConfig(args.env)
    const { postgres: dataDir } = dataPaths(config)
    const running = config.databaseUrl ?? (await findRunningPostgres(dataDir))
    // A wrong DATA_DIR would create a new database, with cards that no site knows.
    if (!running && !existsSync(dataDir))
      throw new Mistake(`There is no database in ${dataDir}: start the site once, or set DATA_DIR.`)
    const own = running ? undefined : await startPostgres({ dataDir })
    const url = running ?? own!.url
    try {
      if (own) await migrate(url)
      const { db, close } = connect(url)
      await reach(db)
        .then(() => loadWords(db, config))
        .then(() => work(db, config, args, url))
        .finally(close)
    } finally {
      await own?.stop()
    }
  }
}

/** A readable sentence for the driver's connection errors. */
async function reach(db: Db) {
  await sql`select 1`.execute(db).catch((error: Error & { code?: string }) => {
    // Where its host has several addresses, and none answers, there is no message.
    throw new Mistake(`The database does not let us in: ${error.message || error.code}`)
  })
}
