import { endServer } from '../running-server.ts'
import { endInPeace, makeDemoMemory, waitUntilFilled } from './demo-server.ts'

/** One server for all journeys, with content. Its address is handed on in COLOPHON_ORIGIN. */
export default async function setUp() {
  const memory = await makeDemoMemory(240)
  const server = await memory.start()
  try {
    await waitUntilFilled(server)
  } catch (error) {
    await endServer(server, 'SIGKILL')
    throw error
  }
  process.env.COLOPHON_ORIGIN = server.origin
  return async () => {
    await endInPeace(server)
    await memory.forget()
  }
}
