import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './running-server.ts'

const program = '/usr/sbin/pgbouncer'

/** Whether PgBouncer can be run here: Debian's `pgbouncer`. */
export const canRunPooler = spawnSync(program, ['--version']).status === 0

/** PgBouncer before the PostgreSQL at `url`, whose connection string has a socket's folder. */
export async function startPooler(url: string, mode: 'session' | 'transaction') {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-pooler-'))
  const port = await freePort()
  const { pathname, searchParams, username } = new URL(url)
  const socketFolder = searchParams.get('host')!
  const settings = `[databases]
* = host=${socketFolder} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 50
`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings)
  // It refuses to run as root, and only PostgreSQL's own account may enter its socket's folder.
  const { uid, gid } = await stat(socketFolder)
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  await chmod(folder, 0o755)
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...account })
  let output = ''
  child.stderr.on('data', chunk => (output += chunk))
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  for (let waited = 0; !(await isListening(port)); waited += 50) {
    if (child.exitCode !== null || waited > 10_000) throw new Error(`PgBouncer did not start:\n${output}`)
    await sleep(50)
  }
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    async close() {
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
