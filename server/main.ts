import closeWithGrace from 'close-with-grace'
import { describeAccounts, startDemo } from '../demo/start.ts'
import { product } from '../shared/product.ts'
import { buildApp } from './app.ts'
import { type Config, dataPaths, loadConfig } from './config.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { startPostgres } from './db/postgres.ts'
import { keepHouse } from './jobs/housekeeping.ts'
import { makeLogger } from './logger.ts'
import { localFiles } from './outside/files.ts'

/** Starts everything and keeps it running until SIGTERM or SIGINT. */
async function start(config: Config) {
  const logger = makeLogger(config.logLevel)
  const paths = dataPaths(config)
  const [postgres, webFolder] = await Promise.all([
    config.databaseUrl
      ? undefined
      : startPostgres({ dataDir: paths.postgres, log: line => logger.warn(line) }),
    builtWeb(),
  ])
  const url = config.databaseUrl ?? postgres!.url
  for (const name of await migrate(url)) logger.info({ migration: name }, 'migrated')

  const { db, close } = connect(url)
  const services = { db, files: localFiles(paths.files), now: () => new Date(), secret: config.secret }
  let stopping = false
  const app = await buildApp({
    config,
    logger,
    webFolder,
    services,
    isStopping: () => stopping,
  })
  await app.listen({ port: config.port, host: config.host })

  const housekeeping = keepHouse(services, error => logger.error({ err: error }, 'housekeeping failed'))
  const demo = config.demo
    ? startDemo({ url, filesFolder: paths.files, logos: config.demoLogos, say })
    : undefined
  closeWithGrace(
    { delay: 25_000, logger: { error: problem => logger.error(problem) } },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'stopping after an unexpected error')
      else logger.info({ signal }, 'stopping')
      stopping = true
      demo?.stop()
      housekeeping.stop()
      await app.close()
      await close()
      await postgres?.stop()
    },
  )
  say(`${product.name} is at ${config.publicUrl}`)
  if (await demo?.ready) say(describeAccounts())
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
