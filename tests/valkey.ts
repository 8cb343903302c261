import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './running-server.ts'

const program = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find(
  path => spawnSync(path, ['--version']).status === 0,
)

/** Whether Valkey can be run here: Debian's `valkey-server`, or `redis-server`, which has the same protocol. */
export const canRunValkey = program !== undefined

/**
 * Valkey on a port of its own, with users of an ACL file besides the default one. `stop` and `start` keep the port; from `freeze` to
 * `thaw` it takes connections and answers nothing.
 */
export async function startValkey(users: string[] = [], address = '127.0.0.1') {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-valkey-'))
  const port = await freePort()
  const acl = join(folder, 'users.acl')
  await writeFile(acl, ['user default on nopass ~* &* +@all', ...users].join('\n'))
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    ...(address === '127.0.0.1' ? [] : [address]),
    '--save',
    '',
    '--dir',
    folder,
  ]
  let end: () => Promise<void> = async () => {}
  let signal: (name: NodeJS.Signals) => void = () => {}
  async function start() {
    const child = spawn(program!, [...settings, '--aclfile', acl], { stdio: 'ignore' })
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
    signal = name => void child.kill(name)
    end = async () => {
      child.kill('SIGKILL')
      await ended
    }
    for (let waited = 0; !(await isListening(port)); waited += 50) {
      if (child.exitCode !== null || waited > 20_000) throw new Error('Valkey did not start.')
      await sleep(50)
    }
  }
  await start()
  return {
    url: `redis://${address}:${port}`,
    urlFor: (user: string, password: string) => `redis://${user}:${password}@127.0.0.1:${port}`,
    start,
    stop: () => end(),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async close() {
      await end()
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
