import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A connection to the network: `latency` is the time of a round trip in ms, rates are in bytes per second. */
export type Connection = { latency: number; downloadThroughput: number; uploadThroughput: number }

/** Bytes that a connection passes on before it is another's turn. */
const packetBytes = 1460
/** How far the rate may catch up, because timers are late by some ms. */
const burstMs = 10

/**
 * Passes TCP connections on to a server over a slow link, which all of them share. The browser's own emulation slows down the
 * requests of a page, but not those of its workers.
 */
export async function openSlowLink(target: string, connection: Connection) {
  const { hostname, port } = new URL(target)
  const up = createDirection(connection.uploadThroughput, connection.latency / 2)
  const down = createDirection(connection.downloadThroughput, connection.latency / 2)
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, async client => {
    const remote = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    for (const [socket, other] of [
      [client, remote],
      [remote, client],
    ] as const) {
      sockets.add(socket)
      // The browser or the server has broken the connection off.
      socket.on('error', () => other.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    // A connection is opened in one round trip.
    await sleep(connection.latency)
    void up(client, remote)
    void down(remote, client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Returns what passes on the bytes of one connection; all its calls share the rate. */
function createDirection(bytesPerSecond: number, delayMs: number) {
  let freeAt = 0
  const untilSent = (bytes: number) => {
    const now = performance.now()
    freeAt = Math.max(freeAt, now - burstMs) + (bytes / bytesPerSecond) * 1000
    return freeAt > now && sleep(freeAt - now)
  }
  return async (from: Socket, to: Socket) => {
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false }))
        for (let at = 0; at < chunk.length; at += packetBytes) {
          const packet: Buffer = chunk.subarray(at, at + packetBytes)
          await untilSent(packet.length)
          // Timers of the same delay keep their order.
          setTimeout(() => to.writable && to.write(packet), delayMs)
        }
      setTimeout(() => to.end(), delayMs)
    } catch {
      to.destroy()
    }
  }
}
