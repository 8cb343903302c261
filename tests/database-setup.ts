import type { TestProject } from 'vitest/node'
import { loadConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'
import { createScratchDatabase, openScratchServer } from '../server/db/scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings: of the server that holds the tests' databases, and of the migrated one to copy. */
    database: { server: string; template: string }
  }
}

/** Once per run: a server (embedded, or that of DATABASE_URL) and one migrated database for all tests to copy. */
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
