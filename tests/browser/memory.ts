import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createScratchDatabase } from '../../scripts/generate/scratch.ts'
import { connect, type Db } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { findRunningPostgres, startPostgres } from '../../server/db/postgres.ts'
import { endServer, type RunningServer, runServer } from '../running-server.ts'

type Content = { folder: string; databaseUrl: string }

/** What global-setup prepared, on the PostgreSQL server that it started. */
const prepared = (name: 'COLOPHON_EMPTY' | 'COLOPHON_DEMO'): Content => JSON.parse(process.env[name]!)

/**
 * A data folder and a database for servers, copied from others while no server runs on those. Without `content` they
 * are as after the first start of a server: all migrations and no account. From 'nothing' they are as on a fresh
 * machine: an empty folder, in which the first start creates an embedded database. One server at a time may be started
 * on them, repeatedly, however the previous one ended.
 */
export async function makeMemory(content: Content | 'nothing' = prepared('COLOPHON_EMPTY')) {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-browser-'))
  const database =
    content === 'nothing'
      ? undefined
      : await createScratchDatabase(process.env.DATABASE_URL!, content.databaseUrl)
  const forget = async () => {
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }
  if (content !== 'nothing')
    await cp(content.folder, folder, { recursive: true }).catch(async error => {
      await forget()
      throw error
    })
  return {
    folder,
    /** Where its database can be reached while a server runs. */
    findDatabase: async () => (database?.url ?? (await findRunningPostgres(join(folder, 'postgres'))))!,
    start: (env: Record<string, string> = {}): Promise<RunningServer> =>
      runServer(folder, { ...env, DATABASE_URL: database?.url ?? '' }),

    /** Lets `work` write into the database, whether a server runs or not. */
    async prepare<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const dataDir = join(folder, 'postgres')
      const runningUrl = database?.url ?? (await findRunningPostgres(dataDir))
      const postgres = runningUrl ? undefined : await startPostgres({ dataDir })
      // Thousands of rows that no statistics know yet: on a busy machine a statement about them takes more than five seconds.
      const { db, close } = connect(runningUrl ?? postgres!.url, { statementTimeout: 60_000 })
      try {
        return await work(db)
      } finally {
        await close()
        await postgres?.stop()
      }
    },

    forget,
  }
}

/** Makes a database with all migrations and no account. Every makeMemory() starts from a copy. */
export async function prepareEmpty() {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-empty-'))
  const { url: databaseUrl, drop } = await createScratchDatabase(process.env.DATABASE_URL!)
  await migrate(databaseUrl)
  process.env.COLOPHON_EMPTY = JSON.stringify({ folder, databaseUrl } satisfies Content)
  return async () => {
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Draws `logos` demonstration logos once, which takes half a minute; every startDemoServer() starts from a copy. */
export async function prepareDemo(logos: number) {
  const memory = await makeMemory()
  try {
    const server = await memory.start({ DEMO: '1', DEMO_LOGOS: String(logos) })
    try {
      await waitUntilFilled(server)
      await endInPeace(server)
    } finally {
      await endServer(server, 'SIGKILL')
    }
  } catch (error) {
    await memory.forget()
    throw error
  }
  const { folder, forget } = memory
  const databaseUrl = await memory.findDatabase()
  process.env.COLOPHON_DEMO = JSON.stringify({ folder, databaseUrl } satisfies Content)
  return forget
}

/** A server with demonstration content of its own. `end` throws if it has logged an error. */
export async function startDemoServer(env: Record<string, string> = {}) {
  const memory = await makeMemory(prepared('COLOPHON_DEMO'))
  try {
    const server = await memory.start(env)
    const end = () => endInPeace(server).finally(memory.forget)
    return { origin: server.origin, folder: memory.folder, databaseUrl: await memory.findDatabase(), end }
  } catch (error) {
    await memory.forget()
    throw error
  }
}

async function waitUntilFilled(server: RunningServer) {
  const isFilled = () => /Demonstration content: (\d+) of \1 logos/.test(server.output())
  for (let waited = 0; !isFilled(); waited += 100) {
    if (waited > 300_000 || server.process.exitCode !== null)
      throw new Error(`The demonstration content did not come:\n${server.output()}`)
    await sleep(100)
  }
}

/** Stops a server with SIGTERM, and throws if it has logged an error. */
export async function endInPeace(server: RunningServer) {
  await endServer(server, 'SIGTERM')
  const { exitCode, signalCode } = server.process
  const complaints = server
    .output()
    .split('\n')
    .filter(line => /"level":"(error|fatal)"/.test(line))
  if (exitCode !== 0) complaints.unshift(`It ended with ${exitCode ?? signalCode}.`)
  if (complaints.length) throw new Error(`The server complained:\n${complaints.join('\n')}`)
}
