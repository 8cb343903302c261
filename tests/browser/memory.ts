import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { startPostgres } from '../../server/db/postgres.ts'
import { createScratchDatabase } from '../../server/db/scratch.ts'
import { endServer, type RunningServer, runServer } from '../running-server.ts'

/**
 * An empty memory for servers: a folder and, where DATABASE_URL names a PostgreSQL, a database of its own there.
 * One server at a time may be started on it, again and again, however the one before has ended.
 */
export async function makeMemory() {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-browser-'))
  const { DATABASE_URL } = process.env
  const database = DATABASE_URL ? await createScratchDatabase(DATABASE_URL) : undefined
  return {
    folder,
    start: (env: Record<string, string> = {}): Promise<RunningServer> =>
      runServer(folder, { ...env, ...(database && { DATABASE_URL: database.url }) }),

    /** Lets `work` write into the database while no server runs. */
    async prepare<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const postgres = database ? undefined : await startPostgres({ dataDir: join(folder, 'postgres') })
      const url = database?.url ?? postgres!.url
      await migrate(url)
      const { db, close } = connect(url)
      try {
        return await work(db)
      } finally {
        await close()
        await postgres?.stop()
      }
    },

    async forget() {
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A server with `logos` demonstration logos. `end` throws when anything had gone wrong in it. */
export async function startDemoServer(logos: number, env: Record<string, string> = {}) {
  const memory = await makeMemory()
  let server: RunningServer | undefined
  try {
    const started = await memory.start({ ...env, DEMO: '1', DEMO_LOGOS: String(logos) })
    server = started
    await waitUntilFilled(started)
    const end = () => endInPeace(started).finally(memory.forget)
    return { origin: started.origin, folder: memory.folder, end }
  } catch (error) {
    if (server) await endServer(server, 'SIGTERM')
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

/** Ends a server as an operator would, and throws when it says that anything had gone wrong. */
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
