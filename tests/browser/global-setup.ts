import { openScratchServer } from '../../scripts/generate/scratch.ts'
import { prepareDemo, prepareEmpty, startDemoServer } from './memory.ts'

/**
 * One PostgreSQL server for all journeys, that of DATABASE_URL or an embedded one, and one server of the program for all
 * journeys that do not add or delete logos. Passed on in DATABASE_URL, COLOPHON_ORIGIN and COLOPHON_DATABASE.
 */
export default async function setUp() {
  // What was set up is ended in reverse order, and also what comes after an end that fails.
  const ends = new AsyncDisposableStack()
  try {
    const postgres = await openScratchServer(process.env.DATABASE_URL)
    ends.defer(postgres.close)
    process.env.DATABASE_URL = postgres.url
    ends.defer(await prepareEmpty())
    ends.defer(await prepareDemo(168))
    const { origin, databaseUrl, end } = await startDemoServer()
    ends.defer(end)
    process.env.COLOPHON_ORIGIN = origin
    process.env.COLOPHON_DATABASE = databaseUrl
  } catch (error) {
    await ends.disposeAsync()
    throw error
  }
  return () => ends.disposeAsync()
}
