import { prepareDemo, startDemoServer } from './memory.ts'

/** One server for all journeys that do not add or delete logos. Its origin is passed on in COLOPHON_ORIGIN. */
export default async function setUp() {
  const forgetDemo = await prepareDemo(240)
  const { origin, end } = await startDemoServer().catch(async error => {
    await forgetDemo()
    throw error
  })
  process.env.COLOPHON_ORIGIN = origin
  return () => end().finally(forgetDemo)
}
