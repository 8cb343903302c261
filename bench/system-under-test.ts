import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../server/db/connect.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { startProxy } from '../tests/proxy.ts'
import { freePort } from '../tests/running-server.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'

/**
 * The system under test: the program as it runs in production, its PostgreSQL, and the bare server for comparison.
 * With two processes, nginx stands before the program and before the bare server.
 */
export type SystemUnderTest = {
  /** Where requests are sent: to the one process, or to nginx. */
  origin: string
  /** The processes themselves. */
  processes: string[]
  /** A connection of the measuring process, for queries without HTTP. */
  db: Db
  /** The database's URL. */
  url: string
  /**
   * CPU time used so far, in µs: of all the program's processes together; of PostgreSQL; of the nginx before the
   * program.
   */
  serverCpu(): number
  postgresCpu(): number
  nginxCpu(): number
  /** Memory of the first process, in bytes: resident, and the heap after a collection. */
  memory(): Promise<{ rss: number; heap: number }>
  bare: { origin: string; cpu(): number; send(bytes: Buffer): Promise<void> }
  stop(): Promise<void>
}

/** The database settings added to the program's own for the embedded one; as durable as in production. */
export const postgresSettings = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  max_wal_size: '4GB',
}

const root = join(import.meta.dirname, '..')

/** What a part that starts its own servers is told. */
export type PartOptions = { logos: number; quick: boolean; say: (line: string) => void }

export const dataFolder = (logos: number) => join(import.meta.dirname, 'data', String(logos))

/**
 * Makes the gallery of that size if it is missing, and starts everything on it. As `web` the program leaves the work in the
 * background to another machine, which there is none of.
 */
export async function startSystemUnderTest(
  logos: number,
  { isDouble, role = 'all', say }: { isDouble: boolean; role?: 'all' | 'web'; say: (line: string) => void },
): Promise<SystemUnderTest> {
  const folder = dataFolder(logos)
  const stops: (() => Promise<unknown>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= (async () => {
      for (const each of stops.reverse()) await each()
    })()
    return stopped
  }
  /**
   * Without TLS, which would cost the measuring client as much as nginx, on the same machine. Each session has its
   * own address.
   */
  const putBehindNginx = async (ports: readonly [number, number]) => {
    const own = await mkdtemp(join(tmpdir(), 'colophon-nginx-'))
    stops.push(() => rm(own, { recursive: true, force: true }))
    const settings = [
      'set_real_ip_from 127.0.0.1;',
      'real_ip_header X-Forwarded-For;',
      // The measuring client ignores `Connection: close`, so connections are kept.
      'keepalive_requests 100000000;',
    ]
    const proxy = await startProxy(own, ports, { isPlain: true, settings })
    stops.push(proxy.close)
    return proxy
  }
  try {
    await requireGallery(logos)
    const postgres = await startPostgres({
      dataDir: join(folder, 'postgres'),
      settings: postgresSettings,
      log: say,
    })
    stops.push(() => postgres.stop())
    const servers: Awaited<ReturnType<typeof startServer>>[] = []
    const settings = { DATABASE_URL: postgres.url, SECRET: randomBytes(32).toString('hex'), ROLE: role }
    for (const name of isDouble ? ['server', 'second'] : ['server']) {
      const server = await startServer(folder, name, settings)
      servers.push(server)
      stops.push(() => end(server.child))
    }
    const [first, second] = servers
    const { db, close } = connect(postgres.url, { max: 2, statementTimeout: 0 })
    stops.push(close)
    const bare = fork(join(import.meta.dirname, 'bare.ts'))
    stops.push(() => end(bare))
    const [barePort] = (await once(bare, 'message')) as [number]
    const proxy = second && (await putBehindNginx([first!.port, second.port]))
    const bareProxy = second && (await putBehindNginx([barePort, barePort]))
    const processes = servers.map(({ port }) => originAt(port))
    const system: SystemUnderTest = {
      origin: proxy?.origin ?? processes[0]!,
      processes,
      db,
      url: postgres.url,
      serverCpu: () => servers.reduce((sum, { child }) => sum + cpuOf(child.pid!), 0),
      postgresCpu: () => cpuOfFamily(postgres.pid),
      nginxCpu: () => (proxy ? cpuOfFamily(proxy.pid) : 0),
      memory: () => ask(first!.child, 'memory') as ReturnType<SystemUnderTest['memory']>,
      bare: {
        origin: bareProxy?.origin ?? originAt(barePort),
        cpu: () => cpuOf(bare.pid!),
        send: async bytes => void (await ask(bare, bytes.toString('base64'))),
      },
      stop,
    }
    await settle(system, say)
    return system
  } catch (error) {
    await stop()
    throw error
  }
}

export const originAt = (port: number) => `http://127.0.0.1:${port}`

/** Makes the gallery of that size if it is missing. */
export async function requireGallery(logos: number) {
  const isThere = await access(dataFolder(logos)).then(
    () => true,
    () => false,
  )
  if (isThere) return
  const script = join(import.meta.dirname, 'fill.ts')
  const child = spawn(process.execPath, [script, '--logos', String(logos)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`No gallery of ${logos} logos could be made.`)
}

export async function startServer(
  folder: string,
  name: string,
  settings: Record<'DATABASE_URL' | 'SECRET' | 'ROLE', string> & Record<string, string>,
) {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const logPath = join(folder, `${name}.log`)
  const log = openSync(logPath, 'w')
  const child = spawn(
    join(root, 'server/start.sh'),
    ['--expose-gc', '--import', join(import.meta.dirname, 'inside.ts')],
    {
      cwd: root,
      // Linux weighs priorities within a session: in production the program has a session of its own, so it has one
      // here.
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: folder,
        ...settings,
        // Limits are counted by address, so each session gets its own.
        TRUST_PROXY: '127.0.0.1',
      },
    },
  )
  // The web may have to be built, and a large gallery migrated.
  const deadline = Date.now() + 15 * 60_000
  while (child.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(`${originAt(port)}/readyz`).catch(() => undefined)
    if (ready?.ok) return { child, port }
    await sleep(100)
  }
  await end(child)
  throw new Error(`The server did not become ready; see ${logPath}.`)
}

/** Waits until the program's start-up work is done, so that only requests are measured. */
export async function settle(
  system: Pick<SystemUnderTest, 'serverCpu' | 'postgresCpu'>,
  say: (line: string) => void,
) {
  const used = () => system.serverCpu() + system.postgresCpu()
  for (let waited = 0; waited < 300; waited++) {
    const before = used()
    await sleep(1000)
    // Without /proc there is no way to tell, so it does not wait.
    if (!(used() - before > 50_000)) return
    if (waited === 5) say('Waiting until the server has done its housekeeping …')
  }
  say('It is still busy; measuring all the same.')
}

async function ask(child: ChildProcess, question: string): Promise<unknown> {
  const answer = once(child, 'message')
  child.send(question)
  return (await answer)[0]
}

export async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(force)
}
