import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/**
 * A TCP address on loopback before PostgreSQL servers, whose connection strings have a socket's folder. New connections go
 * to each server in turn, as behind a load balancer. `cut` ends all connections and refuses new ones, whose number is
 * `refusals()`, until `restore`; `freeze` passes nothing on, and `thaw` passes on what has come since. `leadTo` passes new
 * connections on to another server.
 */
export async function startRelay(urls: string[]) {
  let servers = urls
  /** Each socket and the one that it is passed on to. */
  const passes = new Map<Socket, Socket>()
  let turn = 0
  let isCut = false
  let refusals = 0
  let isFrozen = false
  const server = createServer(client => {
    if (isCut) {
      refusals++
      return void client.destroy()
    }
    const folder = new URL(servers[turn++ % servers.length]!).searchParams.get('host')
    const database = createConnection(`${folder}/.s.PGSQL.5432`)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      passes.set(from, to)
      from.on('error', () => {})
      from.on('close', () => {
        passes.delete(from)
        to.destroy()
      })
      if (!isFrozen) from.pipe(to)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = new URL(urls[0]!)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  const destroyAll = () => {
    for (const socket of passes.keys()) socket.destroy()
  }
  return {
    url: url.href,
    cut() {
      isCut = true
      destroyAll()
    },
    refusals: () => refusals,
    restore() {
      isCut = false
    },
    leadTo(url: string) {
      servers = [url]
    },
    freeze() {
      isFrozen = true
      for (const [from, to] of passes) from.unpipe(to)
    },
    thaw() {
      isFrozen = false
      for (const [from, to] of passes) from.pipe(to)
    },
    close() {
      destroyAll()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
