import { Argument, Command, CommanderError, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { hideKinds, reportDecisions } from '../../shared/api/desk/reports.ts'
import { bookStates } from '../../shared/rules/books.ts'
import { roles } from '../../shared/rules/roles.ts'
import { siteNames } from '../../shared/site-words.ts'
import { loadConfig } from '../config.ts'
import { backUpAtShell, endUsedAtShell, restoreAtShell } from './backups.ts'
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
  listAffiliatesAtShell,
  makeAffiliateAtShell,
  settleCaseAtShell,
  showHistory,
  takeTimeBackAtShell,
} from './desk.ts'
import { copyPicturesAtShell, showPictureJobs } from './files.ts'
import { createCardsAtShell, listCardsAtShell, releaseCardAtShell, voidCardAtShell } from './gift-cards.ts'
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
import { listAttentionAtShell, reconcileAtShell, setUpPayPalAtShell } from './money.ts'
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
import { type Env, type Run, withDatabaseOf } from './with-database.ts'

// What an administrator does at the shell, whether or not the site runs: `npm run admin` says how.

const why = ['--why <reason>', 'why, for the history', readReason] as const

/** commander takes the next word as an option's value, also where that is another option. */
function readReason(reason: string) {
  if (reason.startsWith('--')) throw new InvalidArgumentError('A reason is missing.')
  return reason
}

/** Runs a command as it was typed, with the settings of the environment or of `env`; returns the exit code. */
export async function runCommand(typed: string[], env?: Env): Promise<number> {
  try {
    await createProgram(env).parseAsync(typed.length ? typed : ['--help'], { from: 'user' })
    return 0
  } catch (error) {
    // It has printed help, or what is wrong with the command, itself.
    if (error instanceof CommanderError) return error.exitCode
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

function createProgram(env: Env | undefined) {
  // The help lists the commands of every area, each by its full name.
  const program = new Command('npm run admin --')
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({
      optionTerm: ({ flags, mandatory }) => (mandatory ? `${flags} (required)` : flags),
      visibleCommands: ({ commands }) =>
        commands.flatMap(command => (command.commands.length ? command.commands : [command])),
      subcommandTerm: command =>
        command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name(),
    })
  const run = withDatabaseOf(env)
  addInstallation(program, run, env)
  for (const addArea of [addMoney, addMembers, addReports, addBooks, addPosts, addSite]) addArea(program, run)
  return program
}

const areaOf = (program: Command, name: string) => program.command(name).commandsGroup(`${name}:`)

function addInstallation(program: Command, run: Run, env: Env | undefined) {
  // A backup is of the database as it is: before an upgrade it is the way back.
  const runAsIs = withDatabaseOf(env, { migrates: false })
  const place = ['<place>', 'a folder, or s3://<bucket>'] as const
  program
    .command('check')
    .description('try everything that the settings lead to, and say what is wrong')
    .action(() => checkInstallation(env))
  program
    .command('backup')
    .description('make a backup and prove it; the site may run')
    .argument(...place)
    .option('--keep <number>', 'how many backups to keep')
    .option(
      '--take-over',
      'go on at the place of the site that this one was restored from, or at one that was emptied',
    )
    .addOption(new Option('--every <hours>').hideHelp())
    .action(runAsIs(({ url, config }, where, options) => backUpAtShell(url, config, { where, ...options })))
  program
    .command('restore')
    .description('restore a backup into an empty database')
    .argument(...place)
    .argument('[id]', 'id of the backup, such as 20261124t030000000z; default the newest')
    .action((where, id) => restoreAtShell(loadConfig(env), { where, id }))
  program
    .command('recovered')
    .description(
      'after PostgreSQL’s own recovery, before the start: end the sessions, tokens and links of that moment',
    )
    .action(() => endUsedAtShell(loadConfig(env)))

  const files = areaOf(program, 'files')
  files
    .command('copy')
    .description('copy the pictures from DATA_DIR/files into the S3 store; may be run again')
    .action(() => copyPicturesAtShell(loadConfig(env)))
  files
    .command('progress')
    .description('how many pictures wait to be made')
    .action(run(({ db }) => showPictureJobs(db)))

  areaOf(program, 'paypal')
    .command('setup')
    .description(
      'create the plans and the webhook at PayPal, with the id and secret of an app; may be run again',
    )
    .action(() => setUpPayPalAtShell(env))

  areaOf(program, 'demo')
    .command('judging')
    .description('play a book of the demonstration')
    .argument('[state]', 'open, closed, judging, border, ratified or published', 'published')
    .action(
      run(async ({ db, config }, state) => {
        const { playJudging } = await import('../../demo/judging.ts')
        await playJudging(db, config, state)
      }),
    )
}

function addMoney(program: Command, run: Run) {
  const card = ['<number>', 'number of the card, as the list shows it'] as const
  const cards = areaOf(program, 'gift-cards')
  cards
    .command('create')
    .description('make gift cards, and print their codes')
    .option('--count <number>', 'how many', '1')
    .addOption(new Option('--term <term>').choices(['year', 'month']).default('year' as const))
    .option('--note <text>', 'what the list shows beside them', '')
    .option('--expires <YYYY-MM-DD>', 'the last day on which they can be redeemed')
    .option('--sheet <file>', 'a new file for a sheet to print, such as cards.html')
    .option('--mail <address>', 'who gets them by email')
    .action(run(({ db, config }, options) => createCardsAtShell(db, config, options)))
  cards
    .command('list')
    .description('every card with its state')
    .action(run(({ db }) => listCardsAtShell(db)))
  cards
    .command('release')
    .description('let a card be redeemed again that a restore holds; all of them with all')
    .argument('<number>', `${card[1]}, or all`)
    .requiredOption(...why)
    .action(run(({ db }, number, { why }) => releaseCardAtShell(db, number, why)))
  cards
    .command('void')
    .description('void a card that was not redeemed')
    .argument(...card)
    .requiredOption(...why)
    .action(run(({ db }, number, { why }) => voidCardAtShell(db, number, why)))

  const affiliates = areaOf(program, 'affiliates')
  affiliates
    .command('create <code>')
    .description('give a member an affiliate code')
    .requiredOption('--member <username>', 'whose code it is')
    .action(
      run(({ db, config }, code, { member }) => makeAffiliateAtShell(db, config, { code, username: member })),
    )
  affiliates
    .command('list')
    .description('who joined with which code')
    .action(run(({ db }) => listAffiliatesAtShell(db)))

  addLedger(program, run)
}

function addLedger(program: Command, run: Run) {
  const number = ['<number>', 'number of the case, as the list shows it'] as const
  const ledger = areaOf(program, 'ledger')
  ledger
    .command('attention')
    .description('cases of the ledger that need a decision')
    .action(run(({ db }) => listAttentionAtShell(db)))
  ledger
    .command('done')
    .description('mark a case as done')
    .argument(...number)
    .requiredOption(...why)
    .action(run(({ db }, number, { why }) => settleCaseAtShell(db, number, 1, why)))
  ledger
    .command('reopen')
    .description('open a case again that was done')
    .argument(...number)
    .requiredOption(...why)
    .action(run(({ db }, number, { why }) => settleCaseAtShell(db, number, 0, why)))
  ledger
    .command('reconcile')
    .description('compare the ledger with the payment provider now')
    .action(run(({ db, config }) => reconcileAtShell(db, config)))

  const mails = areaOf(program, 'mails')
  mails
    .command('list [words]')
    .description('the newest fifty mails, or those with some words or in a state')
    .option('--state <state>', 'queued, sent or dead')
    .action(run(({ db }, words, { state }) => listMailsAtShell(db, words, state)))
  mails
    .command('again')
    .description('send a mail once more')
    .argument('<id>', 'id of the mail, as the list shows it')
    .action(run(({ db }, id) => sendMailAgainAtShell(db, id)))
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one command after the other
function addMembers(program: Command, run: Run) {
  const members = areaOf(program, 'members')
  members
    .command('create <username>')
    .description('make an account, and mail the link to set its password')
    .addOption(new Option('--role <role>').choices(roles).default('member' as const))
    .requiredOption('--email <address>', 'where the link to set a password is mailed')
    .option(...why)
    .action(
      run(({ db, config }, username, options) => createMemberAtShell(db, config, { username, ...options })),
    )
  members
    .command('find')
    .description('find accounts by name or company, or by address, which the history notes')
    .argument('<words>', 'part of a name or company, or of an address with its @')
    .action(run(({ db }, words) => findMembersAtShell(db, words)))
  members
    .command('show <username>')
    .description('one account with the acts on it')
    .action(run(({ db }, username) => showMember(db, username)))
  members
    .command('role <username>')
    .description('give an account another role')
    .addArgument(new Argument('<role>').choices(roles))
    .requiredOption(...why)
    .action(run(({ db }, username, role, { why }) => setRoleAtShell(db, username, role, why)))
  members
    .command('reset-factor <username>')
    .description('take an account’s second factors away')
    .requiredOption(...why)
    .action(run(({ db, config }, username, { why }) => resetFactorsAtShell(db, config, username, why)))
  members
    .command('note <username> <note>')
    .description('keep a note about an account, in the history')
    .requiredOption(...why)
    .action(run(({ db }, username, note, { why }) => noteAtShell(db, username, { note, why })))
  members
    .command('password <username>')
    .description('mail a member the link to set a new password')
    .action(run(({ db, config }, username) => sendPasswordAtShell(db, config, username)))
  members
    .command('suspend <username>')
    .description('suspend a member until a day, or lift that')
    .argument('<until>', 'YYYY-MM-DD, or never to lift it')
    .option(...why)
    .action(
      run(({ db, config }, username, until, { why }) => suspendAtShell(db, config, username, until, why)),
    )
  members
    .command('grant <username> <days>')
    .description('give a member time')
    .option(...why)
    .action(run(({ db }, username, days, { why }) => grantAtShell(db, username, days, why)))
  members
    .command('close <username>')
    .description('close an account for good')
    .requiredOption(...why)
    .action(run(({ db, config }, username, { why }) => closeAtShell(db, config, username, why)))

  areaOf(program, 'grants')
    .command('take-back')
    .description('take back time that staff gave')
    .argument('<number>', 'number of the grant, as `members show` prints it')
    .requiredOption(...why)
    .action(run(({ db }, number, { why }) => takeTimeBackAtShell(db, number, why)))
  areaOf(program, 'history')
    .command('list [words]', { isDefault: true })
    .description('the last fifty acts, or those with some words')
    .action(run(({ db }, words = '') => showHistory(db, words)))
}

function addReports(program: Command, run: Run) {
  const reports = areaOf(program, 'reports')
  reports
    .command('list')
    .description('reports and appeals that wait for a decision')
    .action(run(({ db, config }) => listReportsAtShell(db, config)))
  reports
    .command('decide <number>')
    .description('decide a report or an appeal')
    .addArgument(new Argument('<decision>').choices(reportDecisions))
    .requiredOption(...why)
    .option('--until <YYYY-MM-DD>', 'the end of a suspension')
    .action(
      run(({ db, config }, number, decision, options) =>
        decideReportAtShell(db, config, { number, decision, ...options }),
      ),
    )
  reports
    .command('hide')
    .description('hide a logo, comment or collection, and tell its owner why')
    .addArgument(new Argument('<kind>').choices(hideKinds))
    .argument('<number>')
    .requiredOption(...why)
    .action(
      run(({ db, config }, kind, number, { why }) =>
        setHiddenAtShell(db, config, { kind, number, state: 1, why }),
      ),
    )
  reports
    .command('show')
    .description('show again what is hidden')
    .addArgument(new Argument('<kind>').choices(hideKinds))
    .argument('<number>')
    .option(...why)
    .action(
      run(({ db, config }, kind, number, { why }) =>
        setHiddenAtShell(db, config, { kind, number, state: 0, why }),
      ),
    )
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one command after the other
function addBooks(program: Command, run: Run) {
  const book = ['<book>', 'book, such as book-14'] as const
  const books = areaOf(program, 'books')
  books
    .command('list')
    .description('every book with its state')
    .action(run(({ db }) => listBooksAtShell(db)))
  books
    .command('open')
    .description('open a book')
    .option('--series <series>', undefined, 'book')
    .requiredOption('--number <number>')
    .requiredOption('--title <text>')
    .requiredOption('--places <number>')
    .requiredOption('--closes <YYYY-MM-DD>')
    .option('--results <YYYY-MM-DD>')
    .option('--beacon <source>', 'a public value from after closing, such as a drand round')
    .option('--beacon-at <moment>', 'when it is known')
    .option(...why)
    .action(run(({ db }, options) => openBookAtShell(db, options)))
  books
    .command('add')
    .description('add a book that was published before, elsewhere')
    .option('--series <series>', 'book, master-book or textbook', 'book')
    .requiredOption('--number <number>')
    .requiredOption('--title <text>')
    .requiredOption('--published <YYYY-MM>')
    .option('--authors <text>')
    .option('--pages <number>')
    .option('--blurb <text>')
    .option('--ink <#rrggbb>')
    .option('--paper <#rrggbb>')
    .option('--buy-url <address>')
    .option(...why)
    .action(run(({ db }, options) => addBookAtShell(db, options)))
  books
    .command('change')
    .description('change what the page of books says of a book')
    .argument(...book)
    .option('--title <text>')
    .option('--published <YYYY-MM>')
    .option('--authors <text>')
    .option('--pages <number>')
    .option('--blurb <text>')
    .option('--ink <#rrggbb>')
    .option('--paper <#rrggbb>')
    .option('--buy-url <address>')
    .option(...why)
    .action(run(({ db }, slug, options) => changeBookAtShell(db, slug, options)))
  books
    .command('close')
    .description('close the open book')
    .argument(...book)
    .requiredOption(...why)
    .action(run(({ db }, slug, { why }) => stepBookAtShell(db, slug, 'closed', { why })))
  books
    .command('step')
    .description('take a book to its next state')
    .argument(...book)
    .addArgument(new Argument('<state>').choices(bookStates))
    .requiredOption(...why)
    .option('--beacon <value>', 'the public value that the book named')
    .action(run(({ db }, slug, state, options) => stepBookAtShell(db, slug, state, options)))
  books
    .command('jurors')
    .description('name the jury of a book; without names it is shown')
    .argument(...book)
    .argument('[usernames...]')
    .option(...why)
    .action(run(({ db, config }, slug, names, { why }) => setJurorsAtShell(db, config, { slug, names, why })))
  books
    .command('versions')
    .description('every version of what is said of a book')
    .argument(...book)
    .action(run(({ db }, slug) => listBookVersionsAtShell(db, slug)))
  books
    .command('back')
    .description('take an earlier version of that back')
    .argument(...book)
    .argument('<version>')
    .option(...why)
    .action(run(({ db }, slug, typed, { why }) => takeBookBackAtShell(db, slug, { typed, why })))
}

function addPosts(program: Command, run: Run) {
  const address = ['<address>', 'address of the post, such as spring-call'] as const
  const posts = areaOf(program, 'posts')
  posts
    .command('list')
    .description('every post with its address')
    .action(run(({ db }) => listPostsAtShell(db)))
  posts
    .command('versions')
    .description('every version of a post')
    .argument(...address)
    .action(run(({ db }, slug) => listPostVersionsAtShell(db, slug)))
  posts
    .command('back')
    .description('take an earlier version of a post back')
    .argument(...address)
    .argument('<version>')
    .option(...why)
    .action(
      run(({ db, config }, slug, typed, { why }) => takePostBackAtShell(db, config, { slug, typed, why })),
    )
  posts
    .command('remove')
    .description('remove a post for good')
    .argument(...address)
    .option(...why)
    .action(run(({ db, config }, slug, { why }) => removePostAtShell(db, config, { slug, why })))
  posts
    .command('import')
    .description('make a post of a file in Markdown')
    .argument(
      '<file.md>',
      'a title as "# Title", then the text; above it, if wanted, lines as date: 2027-03-31, kinds: news, draft: 1',
    )
    .action(run(({ db, config }, file) => importPostAtShell(db, config, file)))
}

function addSite(program: Command, run: Run) {
  const name = () => new Argument('<name>', 'name, such as tagline').choices(siteNames)
  const site = areaOf(program, 'site')
  site
    .command('list')
    .description('the site’s own words, each with its version')
    .action(run(({ db }) => listWordsAtShell(db)))
  site
    .command('get')
    .description('one of the site’s words')
    .addArgument(name())
    .action(run(({ db }, name) => getWordAtShell(db, name)))
  site
    .command('set')
    .description('save one of the site’s words as a new version')
    .addArgument(name())
    .argument('<value>', 'what it becomes, or @ and the name of a file')
    .option(...why)
    .action(run(({ db }, name, value, { why }) => setWordAtShell(db, name, value, why)))
  site
    .command('versions')
    .description('every version of one of the site’s words')
    .addArgument(name())
    .action(run(({ db }, name) => listVersionsAtShell(db, name)))
  site
    .command('back')
    .description('take an earlier version back; 0 is the default')
    .addArgument(name())
    .argument('<version>')
    .option(...why)
    .action(run(({ db }, name, version, { why }) => takeWordBackAtShell(db, name, version, why)))
}
