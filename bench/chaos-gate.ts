import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A TCP address on loopback before a server. */
export type Gate = {
  port: number
  /** Ends all connections and refuses new ones, as if the server's machine were gone. */
  cut(): void
  /** Passes nothing on in either direction; connections stay open. */
  freeze(): void
  /** Holds back everything for so long, in each direction. */
  delay(ms: number): void
  /** Undoes all three. */
  restore(): void
  close(): Promise<void>
}

/** Opens a gate; `connect` opens a connection to what is behind it. */
export async function openGate(connect: () => Socket): Promise<Gate> {
  const sockets = new Set<Socket>()
  let [isCut, isFrozen, delayMs] = [false, false, 0]
  /** What waits for the thaw. */
  const held: (() => void)[] = []
  const pass = () =>
    new Transform({
      transform(chunk, _, done) {
        const give = () => done(null, chunk)
        if (isFrozen) held.push(give)
        else if (delayMs) setTimeout(give, delayMs)
        else give()
      },
    })
  const server = createServer(client => {
    if (isCut) return void client.destroy()
    const behind = connect()
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('close', () => behind.destroy())
    behind.on('close', () => client.destroy())
    client.pipe(pass()).pipe(behind)
    behind.pipe(pass()).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      isFrozen = true
    },
    delay(ms) {
      delayMs = ms
    },
    restore() {
      ;[isCut, isFrozen, delayMs] = [false, false, 0]
      for (const give of held.splice(0)) give()
    },
    close() {
      cut()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
