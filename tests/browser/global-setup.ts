import { prepareDemo, startDemoServer } from './memory.ts'

/** One server for all journeys that leave its logos as they are. Its address is handed on in COLOPHON_ORIGIN. */
export default async function setUp() {
  const forgetDemo = await prepareDemo(240)
  const { origin, end } = await startDemoServer().catch(async error => {
    await forgetDemo()
    throw error
  })
  process.env.COLOPHON_ORIGIN = origin
  return () => end().finally(forgetDemo)
}
