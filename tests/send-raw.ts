import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Sends bytes to the application as they are, and returns what comes back until it closes the connection. */
export async function sendRaw(app: FastifyInstance, bytes: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', chunk => (text += chunk))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}
