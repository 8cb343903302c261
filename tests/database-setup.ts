import type { TestProject } from 'vitest/node'
import { createScratchDatabase, openScratchServer } from '../scripts/generate/scratch.ts'
import { loadConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings: of the server that holds the tests' databases, and of the migrated one to copy. */
    database: { server: string; template: string }
  }
}

/** Once per run: starts a server (embedded, or that of DATABASE_URL) and makes one migrated database as a template. */
export default async function setUp(project: TestProject) {
  const server = await openScratchServer(loadConfig().databaseUrl)
  const template = await createScratchDatabase(server.url)
  const tearDown = async () => {
    await template.drop()
    await server.close()
  }
  try {
    await migrate(template.url)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('database', { server: server.url, template: template.url })
  return tearDown
}
