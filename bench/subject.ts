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
 * What is measured: the program as it runs in production, its PostgreSQL, and the bare server that is its limit. Of two
 * processes each has nginx before it, the program and the bare server.
 */
export type Subject = {
  /** Where it is asked: its one process, or nginx. */
  origin: string
  /** The processes themselves. */
  processes: string[]
  /** A connection of the measuring process's own, for asking the database alone. */
  db: Db
  /** Of its database. */
  url: string
  /** CPU time used so far, in µs: of all processes of the program together; of PostgreSQL; of the nginx before the program. */
  serverCpu(): number
  postgresCpu(): number
  nginxCpu(): number
  /** Of the first process, in bytes: resident, and what lives on the heap after a collection. */
  memory(): Promise<{ rss: number; heap: number }>
  bare: { origin: string; cpu(): number; send(bytes: Buffer): Promise<void> }
  stop(): Promise<void>
}

/** The database's, over the program's own for the embedded one; as durable as in production. */
export const postgresSettings = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  max_wal_size: '4GB',
}

const root = join(import.meta.dirname, '..')

export const dataFolder = (logos: number) => join(import.meta.dirname, 'data', String(logos))

/** Makes the gallery of that size when it is missing, and starts everything on it. */
export async function startSubject(
  logos: number,
  { isDouble, say }: { isDouble: boolean; say: (line: string) => void },
): Promise<Subject> {
  const folder = dataFolder(logos)
  const stops: (() => Promise<unknown>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= (async () => {
      for (const each of stops.reverse()) await each()
    })()
    return stopped
  }
  /** A plain one: TLS would cost who asks as much as nginx, on the same machine. Each session has its address. */
  const putBehindNginx = async (ports: readonly [number, number]) => {
    const own = await mkdtemp(join(tmpdir(), 'colophon-nginx-'))
    stops.push(() => rm(own, { recursive: true, force: true }))
    const settings = [
      'set_real_ip_from 127.0.0.1;',
      'real_ip_header X-Forwarded-For;',
      // Who asks here does not hear that a connection is about to be closed.
      'keepalive_requests 100000000;',
    ]
    const proxy = await startProxy(own, ports, { isPlain: true, settings })
    stops.push(proxy.close)
    return proxy
  }
  try {
    if (
      !(await access(folder).then(
        () => true,
        () => false,
      ))
    )
      await fill(logos)
    const postgres = await startPostgres({
      dataDir: join(folder, 'postgres'),
      settings: postgresSettings,
      log: say,
    })
    stops.push(() => postgres.stop())
    const servers: Awaited<ReturnType<typeof startServer>>[] = []
    const secret = randomBytes(32).toString('hex')
    for (const name of isDouble ? ['server', 'second'] : ['server']) {
      const server = await startServer(folder, name, { DATABASE_URL: postgres.url, SECRET: secret })
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
    const subject: Subject = {
      origin: proxy?.origin ?? processes[0]!,
      processes,
      db,
      url: postgres.url,
      serverCpu: () => servers.reduce((sum, { child }) => sum + cpuOf(child.pid!), 0),
      postgresCpu: () => cpuOfFamily(postgres.pid),
      nginxCpu: () => (proxy ? cpuOfFamily(proxy.pid) : 0),
      memory: () => ask(first!.child, 'memory') as ReturnType<Subject['memory']>,
      bare: {
        origin: bareProxy?.origin ?? originAt(barePort),
        cpu: () => cpuOf(bare.pid!),
        send: async bytes => void (await ask(bare, bytes.toString('base64'))),
      },
      stop,
    }
    await settle(subject, say)
    return subject
  } catch (error) {
    await stop()
    throw error
  }
}

const originAt = (port: number) => `http://127.0.0.1:${port}`

async function fill(logos: number) {
  const script = join(import.meta.dirname, 'fill.ts')
  const child = spawn(process.execPath, [script, '--logos', String(logos)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`No gallery of ${logos} logos could be made.`)
}

async function startServer(folder: string, name: string, settings: { DATABASE_URL: string; SECRET: string }) {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const logPath = join(folder, `${name}.log`)
  const log = openSync(logPath, 'w')
  const child = spawn(
    join(root, 'server/start.sh'),
    ['--expose-gc', '--import', join(import.meta.dirname, 'inside.ts')],
    {
      cwd: root,
      // Linux weighs priorities within a session: the program has one of its own in production, and so it has here.
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: folder,
        ...settings,
        // Limits are counted by address: each session comes from one of its own.
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

/** Waits until what the program does at its start is done: measured is what requests cost. */
async function settle(subject: Subject, say: (line: string) => void) {
  const used = () => subject.serverCpu() + subject.postgresCpu()
  for (let waited = 0; waited < 300; waited++) {
    const before = used()
    await sleep(1000)
    // On a system that does not say, nothing is waited for.
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

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(force)
}
