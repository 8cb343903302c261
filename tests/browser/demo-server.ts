import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createScratchDatabase } from '../../server/db/scratch.ts'
import { endServer, type RunningServer, runServer } from '../running-server.ts'

/**
 * A memory for servers with `logos` demonstration logos: a folder and, where DATABASE_URL names a PostgreSQL, a
 * database of its own there. `start` may be called again after a server has ended, however it did.
 */
export async function makeDemoMemory(logos: number) {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-browser-'))
  const { DATABASE_URL } = process.env
  const database = DATABASE_URL ? await createScratchDatabase(DATABASE_URL) : undefined
  return {
    async start(): Promise<RunningServer> {
      return runServer(folder, {
        DEMO: '1',
        DEMO_LOGOS: String(logos),
        ...(database && { DATABASE_URL: database.url }),
      })
    },
    async forget() {
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the demonstration content is complete. */
export async function waitUntilFilled(server: RunningServer) {
  const isFilled = () => /Demonstration content: (\d+) of \1 logos/.test(server.output())
  for (let waited = 0; !isFilled(); waited += 100) {
    if (waited > 120_000 || server.process.exitCode !== null)
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
