import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../server/db/connect.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'

/** What is measured: the program as it runs in production, its PostgreSQL, and the bare server that is its limit. */
export type Subject = {
  origin: string
  /** A connection of the measuring process's own, for asking the database alone. */
  db: Db
  /** CPU time used so far, in µs. */
  serverCpu(): number
  postgresCpu(): number
  /** Of the program, in bytes: resident, and what lives on the heap after a collection. */
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

export const dataFolder = (logos: number) => join(import.meta.dirname, 'data', String(logos))

/** Makes the gallery of that size when it is missing, and starts everything on it. */
export async function startSubject(logos: number, say: (line: string) => void): Promise<Subject> {
  const folder = dataFolder(logos)
  const stops: (() => Promise<unknown>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= (async () => {
      for (const each of stops.reverse()) await each()
    })()
    return stopped
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
    const server = await startServer(folder, postgres.url)
    stops.push(() => end(server.child))
    const { db, close } = connect(postgres.url, { max: 2, statementTimeout: 0 })
    stops.push(close)
    const bare = fork(join(import.meta.dirname, 'bare.ts'))
    stops.push(() => end(bare))
    const [port] = await once(bare, 'message')
    const subject: Subject = {
      origin: server.origin,
      db,
      serverCpu: () => cpuOf(server.child.pid!),
      postgresCpu: () => cpuOfFamily(postgres.pid),
      memory: () => ask(server.child, 'memory') as ReturnType<Subject['memory']>,
      bare: {
        origin: `http://127.0.0.1:${port}`,
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

async function fill(logos: number) {
  const script = join(import.meta.dirname, 'fill.ts')
  const child = spawn(process.execPath, [script, '--logos', String(logos)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`No gallery of ${logos} logos could be made.`)
}

async function startServer(folder: string, databaseUrl: string) {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const log = openSync(join(folder, 'server.log'), 'w')
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      join(import.meta.dirname, 'inside.ts'),
      join(import.meta.dirname, '../server/main.ts'),
    ],
    {
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        SECRET: randomBytes(32).toString('hex'),
        // Limits are counted by address: each session comes from one of its own.
        TRUST_PROXY: '127.0.0.1',
      },
    },
  )
  const origin = `http://127.0.0.1:${port}`
  // The web may have to be built, and a large gallery migrated.
  const deadline = Date.now() + 15 * 60_000
  while (child.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (ready?.ok) return { child, origin }
    await sleep(100)
  }
  await end(child)
  throw new Error(`The server did not become ready; see ${join(folder, 'server.log')}.`)
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
