import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import type { Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { describeAccounts, startDemo } from '../demo/start.ts'
import { buildApp, buildWorkerApp } from './app.ts'
import { type Config, dataPaths, loadConfig } from './config.ts'
import { requireOwnSessions, requireReplicas } from './db/check-address.ts'
import { makeColorIndex } from './db/color-index.ts'
import { connect, type Db } from './db/connect.ts'
import { listen as listenTo } from './db/listen.ts'
import { openLookIndex } from './db/look-index.ts'
import { migrate } from './db/migrate.ts'
import { openPools } from './db/pools.ts'
import { startPostgres } from './db/postgres.ts'
import { sandboxStore } from './db/sandbox-store.ts'
import { commitOpenBook } from './features/books/commit-open-book.ts'
import { findOpenBook } from './features/books/queries.ts'
import { readPlate } from './features/cards/find-card.ts'
import { makeKeywordCache } from './features/logos/related.ts'
import { hasAdmin } from './features/members/queries.ts'
import { isFault, isLost, isMomentary } from './http/errors.ts'
import { countInValkey } from './http/limits.ts'
import { startComparing } from './jobs/compare-looks.ts'
import { startCountingTrends } from './jobs/count-trends.ts'
import { startDescribing } from './jobs/describe-logos.ts'
import { startDrawingAtlases } from './jobs/draw-atlases.ts'
import { startPaletteJob } from './jobs/find-palettes.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { lookAfterLateTiles } from './jobs/late-tiles.ts'
import { startLedgerJob } from './jobs/ledger-job.ts'
import { startBackups } from './jobs/make-backups.ts'
import { startPictureJobs } from './jobs/make-pictures.ts'
import { startMergingUploads } from './jobs/merge-uploads.ts'
import { startNotingWork } from './jobs/note-work.ts'
import { startMailDelivery } from './jobs/send-mail.ts'
import { startWebhooks } from './jobs/send-webhooks.ts'
import { startNotices } from './jobs/write-notices.ts'
import { startResultLetters } from './jobs/write-result-letters.ts'
import { startWritingViews } from './jobs/write-views.ts'
import { siteWords } from './lib/site-words.ts'
import { makeLogger } from './logger.ts'
import { wordpressBlog } from './outside/blog.ts'
import { openCardDrawer } from './outside/cards/drawer.ts'
import { openFiles } from './outside/file-store.ts'
import { mailFolder, smtpMail } from './outside/mail.ts'
import { mailPictures } from './outside/mail-pictures.ts'
import { connectProvider, connectSandbox, deliverTo } from './outside/provider.ts'
import { openValkey, requireValkeyRights } from './outside/valkey.ts'
import type { Services } from './services.ts'

/** Time for the load balancer to notice that readiness fails, before no more connections are accepted. */
const noticeMs = 1000
/** Requests that are not answered by then are cut off, so that the database can be shut down in time. */
const drainMs = 15_000

/** Starts everything and keeps it running until SIGTERM or SIGINT. */
async function start(config: Config) {
  const logger = makeLogger(config.logLevel)
  const paths = dataPaths(config)
  await makeDataDir(config.dataDir, paths.files)
  const [postgres, webFolder] = await Promise.all([
    config.databaseUrl
      ? undefined
      : startPostgres({ dataDir: paths.postgres, log: line => logger.warn(line) }),
    config.role === 'worker' ? undefined : builtWeb(),
  ])
  const url = config.databaseUrl ?? postgres!.url
  const resources = new AsyncDisposableStack()
  resources.defer(() => postgres?.stop())
  try {
    if (config.databaseUrl) await requireOwnSessions(url)
    await requireReplicas(config.replicaUrls, url)
    if (config.valkeyUrl)
      await requireValkeyRights(config.valkeyUrl, reason => logger.warn({ reason }, 'Valkey is away'))
    for (const name of await migrate(url)) logger.info({ migration: name }, 'migrated')
    await serveSite(config, url, webFolder, logger, resources)
    closeWithGrace(
      { delay: 25_000, logger: { error: problem => logger.error(problem) } },
      async ({ err, signal }) => {
        if (err) logger.fatal({ err }, 'stopping after an unexpected error')
        else logger.info({ signal }, 'stopping')
        await resources.disposeAsync()
      },
    )
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

type Logger = ReturnType<typeof makeLogger>

/** Opens what routes and jobs use. `resources` closes it. */
function openServices(config: Config, url: string, logger: Logger, resources: AsyncDisposableStack) {
  const valkey = config.valkeyUrl
    ? openValkey(config.valkeyUrl, {
        warn: reason => logger.warn({ reason }, 'Valkey is away'),
        say: news => logger.info({ news }, 'Valkey'),
      })
    : undefined
  resources.defer(() => valkey?.close())
  const { db, readDb, replica, dedicatedPools, close } = openPools(url, {
    max: config.databasePool,
    onNews: valkey?.publishNews,
    replicas: {
      urls: config.replicaUrls,
      isFault,
      isLost,
      warn: (reason, address) => logger.warn({ reason, address }, 'a replica fails'),
      say: (news, address) => logger.info({ news, address }, 'a replica answers'),
    },
  })
  resources.defer(close)
  if (valkey) countInValkey(valkey, db, readDb, dedicatedPools.payments)
  const announcements = listenTo(url, valkey)
  resources.defer(announcements.close)
  const look = openLookIndex(url, announcements, reason => logger.warn({ reason }, 'logos can’t be compared'))
  resources.defer(look.close)
  const cards = openCardDrawer()
  resources.defer(cards.close)
  const { blogApiUrl, secret, publicUrl } = config
  const now = () => new Date()
  const warnOfBlog = (reason: string) => logger.warn({ reason }, 'the blog fails')
  const blog = blogApiUrl === undefined ? undefined : wordpressBlog(blogApiUrl, { now, warn: warnOfBlog })
  const onError = (error: unknown) => logger.warn({ err: error }, 'a payment waits')
  const { payments, sandbox } =
    config.payments.kind === 'sandbox'
      ? connectSandbox(
          config,
          { store: sandboxStore(db), now, deliver: deliverTo(config.port) },
          { deliverAfterMs: 1000, onError },
        )
      : { payments: connectProvider(config), sandbox: undefined }
  resources.defer(() => sandbox?.stop())
  const files = openFiles(config.files)
  const caches = { colors: makeColorIndex(), keywordCache: makeKeywordCache(now) }
  const settings = { hasDemoData: config.demo, secret, publicUrl, backupEveryMs: config.backup?.everyMs }
  return {
    services: {
      ...{ db, readDb, replica, valkey, files, look, cards, blog, now, payments },
      ...caches,
      ...settings,
    },
    dedicatedPools,
    announcements,
    sandbox,
  }
}

/** Starts the periodic work. `resources` stops it. */
function startJobs(
  config: Config,
  url: string,
  logger: Logger,
  { services, sandbox }: Pick<ReturnType<typeof openServices>, 'services' | 'sandbox'>,
  resources: AsyncDisposableStack,
) {
  // A pool of its own without a statement timeout, because jobs may take long and must not delay requests. Eight of them hold a
  // transaction or a lock for long; the ninth connection is for the others. No user waits for a job, so that a job may wait
  // longer for its turn on a busy machine.
  const jobsDb = connect(url, { max: 9, statementTimeout: 0, connectTimeout: 10_000 })
  resources.defer(jobsDb.close)
  const forJobs = { ...services, db: jobsDb.db }
  const noting = startNotingWork(services, error =>
    logger.warn({ err: error }, 'that this process works could not be noted'),
  )
  const merging = startMergingUploads(services, error =>
    logger.warn({ err: error }, 'uploads wait to be merged'),
  )
  /** The next turn of these jobs does the same work again: that the database was busy for a moment is a warning. */
  const report = (what: string) => (error: unknown) =>
    logger[isMomentary(error) ? 'warn' : 'error']({ err: error }, what)
  const housekeeping = startHousekeeping(forJobs, report('housekeeping failed'))
  startLookJobs(logger, forJobs, resources)
  const pictures = startPictureJobs(forJobs, logger)
  const atlases = startDrawingAtlases(forJobs, logger)
  const palettes = startPaletteJob(forJobs, logger)
  const lateTiles = lookAfterLateTiles(forJobs, report('late tiles failed'))
  const ledger = startLedgerJob(services, { sandbox, log: logger })
  const results = startResultLetters(forJobs, report('result letters failed'))
  const notices = startNotices(forJobs, report('letters about what is new failed'))
  const { valkey } = services
  const views = valkey && startWritingViews({ db: services.db, valkey }, logger)
  const webhooks = startWebhooks(services, { onError: report('webhooks failed') })
  const backups = startBackups(config, url, services, logger)
  const send = mailTransport(config, services)
  if (!send) logger.warn('SMTP_URL is not set: no mail is sent. It waits in the outbox until there is one.')
  const mail = send && startMailDelivery(services, { send, onError: report('mail failed') })
  resources.defer(async () => {
    await Promise.all([
      noting.stop(),
      merging.stop(),
      views?.stop(),
      housekeeping.stop(),
      lateTiles.stop(),
      pictures.stop(),
      atlases.stop(),
      palettes.stop(),
      ledger.stop(),
      results.stop(),
      notices.stop(),
      backups.stop(),
      webhooks.stop(),
      mail?.stop(),
    ])
  })
}

/** Starts the work on what logos look like, and what they have in common. `resources` stops it. */
function startLookJobs(logger: Logger, services: Services, resources: AsyncDisposableStack) {
  const describing = startDescribing(services, logger)
  const comparing = startComparing(services, error =>
    logger.warn({ err: error }, 'comparisons of new pictures wait'),
  )
  const trends = startCountingTrends(services, error =>
    logger.warn({ err: error }, 'trends wait to be counted'),
  )
  resources.defer(async () => {
    await Promise.all([describing.stop(), comparing.stop(), trends.stop()])
  })
}

/** Starts the server, the jobs and the demonstration content. Disposing `resources` ends them in reverse order. */
async function serveSite(
  config: Config,
  url: string,
  webFolder: string | undefined,
  logger: Logger,
  resources: AsyncDisposableStack,
) {
  const opened = openServices(config, url, logger, resources)
  const { files } = opened.services
  let stopping = false
  const build = config.role === 'worker' ? buildWorkerApp : buildApp
  const app = await build({
    config,
    logger,
    ...(webFolder !== undefined && { webFolder }),
    ...opened,
    isStopping: () => stopping,
  })
  await commitOpenBook(opened.services.db, opened.services.now())
  if (!config.demo) await warnOfGaps(opened.services.db, logger)
  const closeUnused = watchUnused(app.server)
  await listen(app, config)
  // Checked in the background, and no reason to stop: without its pictures the site still serves members.
  files.has('originals/unused').catch(error => logger.error({ err: error }, 'the pictures cannot be reached'))
  // Before the first search asks for a colour.
  if (config.role !== 'worker')
    opened.services.colors
      .read(opened.services.db)
      .catch(error => logger.warn({ err: error }, 'the colors are read with the first search'))
  if (config.role !== 'worker') opened.services.look.start()
  if (config.role !== 'web') startJobs(config, url, logger, opened, resources)
  resources.defer(() => drain(app, closeUnused))
  resources.defer(async () => {
    stopping = true
    if (config.production) await sleep(noticeMs)
  })
  if (config.demo && config.role !== 'web') {
    const { giftCodes: giftCodesFile } = dataPaths(config)
    const { files, secret, demoLogos: logos, publicUrl, supportEmail, seller } = config
    const order = { url, files, giftCodesFile, secret, logos, publicUrl, supportEmail, seller }
    const demo = startDemo({ ...order, say })
    resources.defer(() => demo.stop())
    void demo.ready.then(isDemo => isDemo && say(describeAccounts()))
  }
  say(
    config.role === 'worker'
      ? `A worker of ${siteWords().site_name} runs; its health is at http://${config.host}:${config.port}/readyz`
      : `${siteWords().site_name} is at ${config.publicUrl}`,
  )
}

/** Warns while the site has no administrator or no open book. */
async function warnOfGaps(db: Db, logger: Logger) {
  if (!(await hasAdmin(db)))
    logger.warn('There is no administrator: npm run admin -- members create NAME --role admin --email E')
  if (!(await findOpenBook(db)))
    logger.warn(
      'No book is open: uploads enter none. A chair opens one at /admin/books, or npm run admin -- books open',
    )
}

/** Graceful shutdown: answers the requests in flight; after `drainMs`, connections are cut. */
async function drain(app: FastifyInstance, closeUnused: () => void) {
  // close() waits for all connections, so those that become idle are closed.
  const sweep = setInterval(() => {
    app.server.closeIdleConnections()
    closeUnused()
  }, 100)
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  await app.drained()
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * Returns a function that closes the connections over which nothing was ever received. Browsers keep such spare ones
 * for ten seconds, and Node counts them as busy.
 */
function watchUnused(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) if (!socket.bytesRead) socket.destroy()
  }
}

/** How mail is sent; undefined where it has to wait. */
function mailTransport(config: Config, services: Parameters<typeof readPlate>[0]) {
  const sender = {
    from: config.mailFrom,
    replyTo: () => siteWords().support_email,
    findPictures: mailPictures(services.files, logoId => readPlate(services, logoId)),
  }
  if (config.smtpUrl) return smtpMail(config.smtpUrl, sender)
  if (config.devMailbox) return mailFolder(dataPaths(config).mail, sender)
}

/** Accessible to this user only: the folder holds what members uploaded. */
async function makeDataDir(dataDir: string, filesFolder: string) {
  try {
    await mkdir(dataDir, { recursive: true })
    await mkdir(filesFolder, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
  } catch (error) {
    throw new Error(`Setting DATA_DIR: nothing can be written to ${dataDir} (${(error as Error).message}).`)
  }
}

async function listen(app: FastifyInstance, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is taken by another program. Set PORT to a free one.`)
  }
}

/** The folder of the built web application. The builder is imported late, since it need not be installed in production. */
async function builtWeb() {
  const { buildWeb } = await import('../scripts/build-web.ts')
  return buildWeb()
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

try {
  await start(loadConfig())
} catch (error) {
  process.stderr.write(
    `${siteWords().site_name} cannot start.\n${error instanceof Error ? error.message : error}\n` +
      'docs/operations.md explains the settings; npm run admin -- check tries everything they lead to.\n',
  )
  process.exit(1)
}
