import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { describeAccounts, startDemo } from '../demo/start.ts'
import { product } from '../shared/product.ts'
import { buildApp } from './app.ts'
import { type Config, dataPaths, loadConfig } from './config.ts'
import { connectAside } from './db/aside.ts'
import { connect } from './db/connect.ts'
import { listen as listenTo } from './db/listen.ts'
import { migrate } from './db/migrate.ts'
import { startPostgres } from './db/postgres.ts'
import { openReplica } from './db/replica.ts'
import { keepHouse } from './jobs/housekeeping.ts'
import { keepLedger } from './jobs/keep-ledger.ts'
import { sendMails } from './jobs/send-mail.ts'
import { makeLogger } from './logger.ts'
import { wordpressBlog } from './outside/blog.ts'
import { openFiles } from './outside/file-store.ts'
import { mailFolder, smtpMail } from './outside/mail.ts'
import { connectProvider, connectSandbox, deliverTo } from './outside/provider.ts'

/** A balancer is given this long to notice that the process stops, before it takes no more requests. */
const noticeMs = 1000
/** What is not answered by then is cut off: the database must be closed in an orderly way, too. */
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
    builtWeb(),
  ])
  const url = config.databaseUrl ?? postgres!.url
  try {
    for (const name of await migrate(url)) logger.info({ migration: name }, 'migrated')
    const stop = await serveSite(config, url, webFolder, logger)
    closeWithGrace(
      { delay: 25_000, logger: { error: problem => logger.error(problem) } },
      async ({ err, signal }) => {
        if (err) logger.fatal({ err }, 'stopping after an unexpected error')
        else logger.info({ signal }, 'stopping')
        await stop()
        await postgres?.stop()
      },
    )
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

/** Listens and does the work by the clock; gives the way to end all of it. */
async function serveSite(
  config: Config,
  url: string,
  webFolder: string,
  logger: ReturnType<typeof makeLogger>,
) {
  const { giftCodes: giftCodesFile } = dataPaths(config)
  const { db, close } = connect(url)
  const aside = connectAside(url)
  const replica = config.replicaUrl
    ? openReplica({
        url: config.replicaUrl,
        primaryUrl: url,
        primary: db,
        warn: reason => logger.warn({ reason }, 'the replica fails'),
        say: news => logger.info({ news }, 'the replica answers'),
      })
    : undefined
  const { secret, publicUrl, supportEmail, seller } = config
  const now = () => new Date()
  const blog =
    config.blogApiUrl === undefined
      ? undefined
      : wordpressBlog(config.blogApiUrl, { now, warn: reason => logger.warn({ reason }, 'the blog fails') })
  const onPaymentError = (error: unknown) => logger.warn({ err: error }, 'a payment waits')
  const { payments, sandbox } =
    config.payments.kind === 'sandbox'
      ? connectSandbox(
          config,
          { db, now, deliver: deliverTo(config.port) },
          { deliverAfterMs: 1000, onError: onPaymentError },
        )
      : { payments: connectProvider(config), sandbox: undefined }
  const services = {
    db,
    replica,
    files: openFiles(config.files),
    blog,
    now,
    secret,
    publicUrl,
    supportEmail,
    seller,
    payments,
  }
  let stopping = false
  const announcements = listenTo(url)
  const isStopping = () => stopping
  const app = await buildApp({
    config,
    logger,
    announcements,
    webFolder,
    services,
    aside,
    sandbox,
    isStopping,
  })
  await listen(app, config)
  // Not waited for, and no reason to stop: without its pictures the site still lets members in.
  services.files
    .has('originals/unused')
    .catch(error => logger.error({ err: error }, 'the pictures cannot be reached'))

  // Alone, and without a limit: what is done by the clock may take its time and must not keep a member waiting.
  const backstage = connect(url, { max: 1, statementTimeout: 0 })
  const housekeeping = keepHouse({ ...services, db: backstage.db }, error =>
    logger.error({ err: error }, 'housekeeping failed'),
  )
  const ledger = keepLedger(services, { sandbox, log: logger })
  const send = mailTransport(config)
  if (!send) logger.warn('SMTP_URL is not set: no mail is sent. It waits in the outbox until there is one.')
  const mail =
    send && sendMails(services, { send, onError: error => logger.error({ err: error }, 'mail failed') })
  const demo = config.demo
    ? startDemo({ url, files: config.files, giftCodesFile, secret, logos: config.demoLogos, say })
    : undefined
  say(`${product.name} is at ${config.publicUrl}`)
  void demo?.ready.then(isDemo => isDemo && say(describeAccounts()))

  return async () => {
    stopping = true
    demo?.stop()
    if (config.production) await sleep(noticeMs)
    // Closing waits for every connection; those that fall idle after their answer would be kept alive.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
    const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
    await app.close()
    await app.untilIdle()
    clearInterval(sweep)
    clearTimeout(cut)
    sandbox?.stop()
    await Promise.all([housekeeping.stop(), ledger.stop(), mail?.stop()])
    await backstage.close()
    await Promise.all([announcements.close(), replica?.close()])
    await Promise.all([close(), aside.close()])
  }
}

/** How mail leaves; undefined where it has to wait. */
function mailTransport(config: Config) {
  const sender = { from: config.mailFrom, replyTo: config.supportEmail }
  if (config.smtpUrl) return smtpMail(config.smtpUrl, sender)
  if (config.devMailbox) return mailFolder(dataPaths(config).mail, sender)
}

/** Private to this account: what members uploaded is nobody else's on the machine. */
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

/** The folder of the built web application. Imported late: where it is built already, the builder need not be installed. */
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
  process.stderr.write(`${product.name} cannot start.\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
