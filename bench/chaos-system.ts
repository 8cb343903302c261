import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../server/db/connect.ts'
import { type Postgres, startPostgres } from '../server/db/postgres.ts'
import { localFiles } from '../server/outside/files.ts'
import { s3Files } from '../server/outside/s3-files.ts'
import { imageUrl } from '../shared/rules/image-url.ts'
import { startMailServer } from '../tests/mail-server.ts'
import { startProxy } from '../tests/proxy.ts'
import { freePort } from '../tests/running-server.ts'
import { s3Settings, startS3Store } from '../tests/s3-store.ts'
import { type Gate, openGate } from './chaos-gate.ts'
import { dataFolder, postgresSettings } from './system-under-test.ts'

const root = join(import.meta.dirname, '..')
/** Room on the small disk beside the database. */
const spareBytes = 300_000_000
/** The bench waits longer than the program, so that a busy machine does not end it. */
const connectTimeout = 30_000

/** Two processes behind nginx, a primary and its replica, an S3 store and a mail server, each behind a gate. */
export type ChaosSystem = {
  origin: string
  db: Db
  primary: Postgres
  gates: { database: Gate; replica: Gate; store: Gate; mail: Gate }
  mails: { to: string[]; raw: string }[]
  ports: readonly [number, number]
  site: { path: string; reload: () => void | Promise<void> }
  /** Ends a process by a signal, and waits for that. */
  endServer(port: number, signal: NodeJS.Signals): Promise<void>
  /** Starts it again, and waits until it is ready. */
  startServer(port: number): Promise<void>
  tell(order: { clockMs?: number; isProviderSilent?: boolean }): void
  /** Fills the disk of the database, and frees it; undefined where a small disk cannot be mounted. */
  disk: { fill(): Promise<void>; free(): Promise<void> } | undefined
  stop(): Promise<void>
}

/** Starts it on a copy of the gallery, which stays as it is. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each part is started with the addresses of those before it
export async function startChaosSystem(logos: number, say: (line: string) => void): Promise<ChaosSystem> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-chaos-'))
    await chmod(folder, 0o711)
    stops.push(() => rm(folder, { recursive: true, force: true }))
    const source = dataFolder(logos)
    const disk = await makeDisk(join(folder, 'disk'), join(source, 'postgres'), stops)
    const primaryFolder = join(folder, 'disk/postgres')
    await cp(join(source, 'postgres'), primaryFolder, { recursive: true })
    const primary = await startPostgres({
      dataDir: primaryFolder,
      settings: { ...postgresSettings, max_wal_size: '128MB' },
      log: say,
    })
    stops.push(() => primary.stop())
    const socketOf = (url: string) => `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
    const { db, close } = connect(primary.url, { max: 3, statementTimeout: 0, connectTimeout })
    stops.push(close)
    const replica = await copyAsReplica(primary, primaryFolder, join(folder, 'replica'))
    stops.push(() => replica.stop())
    const store = await startS3Store()
    stops.push(() => store.close())
    const { image } = await db.selectFrom('logo').select('image').limit(1).executeTakeFirstOrThrow()
    const name = imageUrl(image, 320).slice(1)
    // The only picture that the mixture asks for.
    await s3Files(store).put(name, (await localFiles(join(source, 'files')).get(name))!)
    const mail = await startMailServer()
    stops.push(() => mail.close())
    const gates = {
      database: await openGate(() => createConnection(socketOf(primary.url))),
      replica: await openGate(() => createConnection(socketOf(replica.url))),
      store: await openGate(() => createConnection(Number(new URL(store.endpoint).port), '127.0.0.1')),
      mail: await openGate(() => createConnection(Number(new URL(mail.url).port), '127.0.0.1')),
    }
    for (const gate of Object.values(gates)) stops.push(() => gate.close())
    const behind = (gate: Gate) => `postgres://app@127.0.0.1:${gate.port}/colophon`
    const settings = {
      ...s3Settings({ ...store, endpoint: `http://127.0.0.1:${gates.store.port}` }),
      DATABASE_URL: behind(gates.database),
      DATABASE_REPLICA_URL: behind(gates.replica),
      SMTP_URL: `smtp://127.0.0.1:${gates.mail.port}`,
      MAIL_FROM: 'gallery@colophon.example',
      SECRET: randomBytes(32).toString('hex'),
      PAYPAL_CLIENT_ID: 'id',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_WEBHOOK_ID: 'webhook',
      PAYPAL_PLAN_YEARLY: 'P-1',
      PAYPAL_PLAN_MONTHLY: 'P-2',
      PAYPAL_ENVIRONMENT: 'sandbox',
      DATA_DIR: folder,
    }
    const ports = [await freePort(), await freePort()] as const
    const children = new Map<number, ChildProcess>()
    const startServer = async (port: number) => {
      children.set(port, await startOne(port, folder, settings))
    }
    const endServer = async (port: number, signal: NodeJS.Signals) => {
      const child = children.get(port)!
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }
    for (const port of ports) {
      await startServer(port)
      stops.push(() => endServer(port, 'SIGTERM'))
    }
    const proxyFolder = join(folder, 'nginx')
    await mkdir(proxyFolder)
    const proxy = await startProxy(proxyFolder, ports, {
      isPlain: true,
      settings: [
        'set_real_ip_from 127.0.0.1;',
        'real_ip_header X-Forwarded-For;',
        'keepalive_requests 100000000;',
      ],
    })
    stops.push(proxy.close)
    return {
      origin: proxy.origin,
      db,
      primary,
      gates,
      mails: mail.received,
      ports,
      site: { path: proxy.site, reload: proxy.reload },
      endServer,
      startServer,
      tell(order) {
        for (const child of children.values()) child.send(order)
      },
      disk,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A tmpfs that holds the database and little more. */
async function makeDisk(
  path: string,
  database: string,
  stops: (() => Promise<unknown>)[],
): Promise<ChaosSystem['disk']> {
  await mkdir(path, { recursive: true })
  const bytes =
    Number(spawnSync('du', ['-sb', database], { encoding: 'utf8' }).stdout.split('\t')[0]) + spareBytes
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0711`, 'tmpfs', path])
  if (mounted.status !== 0) return undefined
  stops.push(async () => spawnSync('umount', [path]))
  const ballast = join(path, 'ballast')
  return {
    async fill() {
      // By a process of its own, which the traffic does not delay. It ends with the error of a full disk.
      await once(spawn('sh', ['-c', 'cat /dev/zero >> "$1"', 'sh', ballast], { stdio: 'ignore' }), 'exit')
    },
    free: () => rm(ballast, { force: true }),
  }
}

async function copyAsReplica(primary: Postgres, from: string, to: string): Promise<Postgres> {
  const { pool, close } = connect(primary.url, { max: 1, statementTimeout: 0, connectTimeout })
  try {
    const client = await pool.connect()
    await client.query("select pg_backup_start('replica', fast => true)")
    await cp(from, to, { recursive: true, filter: path => !/postmaster\.(pid|opts)$/.test(path) })
    const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
    await writeFile(join(to, 'backup_label'), rows[0].labelfile)
    client.release()
  } finally {
    await close()
  }
  await writeFile(join(to, 'standby.signal'), '')
  const host = new URL(primary.url).searchParams.get('host')
  return startPostgres({ dataDir: to, settings: { primary_conninfo: `user=app host=${host}` } })
}

async function startOne(
  port: number,
  folder: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const { PATH = '', HOME = '' } = process.env
  const log = openSync(join(folder, `${port}.log`), 'a')
  const child = spawn(
    join(root, 'server/start.sh'),
    ['--import', join(import.meta.dirname, 'chaos-inside.ts')],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
      env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), TRUST_PROXY: '127.0.0.1', ...settings },
    },
  )
  for (const end = Date.now() + 120_000; Date.now() < end && child.exitCode === null; await sleep(100)) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (ready?.ok) return child
  }
  throw new Error(`The server did not become ready; see ${folder}/${port}.log.`)
}
