import { openScratchServer } from '../../scripts/generate/scratch.ts'
import { prepareDemo, prepareEmpty, startDemoServer } from './memory.ts'

/**
 * One PostgreSQL server for all journeys, that of DATABASE_URL or an embedded one, and one server of the program for all
 * journeys that do not add or delete logos. Passed on in DATABASE_URL, COLOPHON_ORIGIN and COLOPHON_DATABASE.
 */
export default async function setUp() {
  const ends: (() => Promise<void>)[] = []
  const tearDown = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const postgres = await openScratchServer(process.env.DATABASE_URL)
    ends.push(postgres.close)
    process.env.DATABASE_URL = postgres.url
    ends.push(await prepareEmpty())
    ends.push(await prepareDemo(240))
    const { origin, databaseUrl, end } = await startDemoServer()
    ends.push(end)
    process.env.COLOPHON_ORIGIN = origin
    process.env.COLOPHON_DATABASE = databaseUrl
  } catch (error) {
    await tearDown()
    throw error
  }
  return tearDown
}
