import { prepareDemo, startDemoServer } from './memory.ts'

/** One server for all journeys that do not add or delete logos. Passed on in COLOPHON_ORIGIN and COLOPHON_DATABASE. */
export default async function setUp() {
  const forgetDemo = await prepareDemo(240)
  const { origin, databaseUrl, end } = await startDemoServer().catch(async error => {
    await forgetDemo()
    throw error
  })
  process.env.COLOPHON_ORIGIN = origin
  process.env.COLOPHON_DATABASE = databaseUrl
  return () => end().finally(forgetDemo)
}
