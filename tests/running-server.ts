import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

/** Node's cache of compiled code, the one of server/start.sh, for programs that tests start without it. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }

export type RunningServer = { origin: string; process: ChildProcess; output(): string }

/**
 * Starts the program as people do, on a free port or PORT; resolves when it is ready. `dataDir` holds all of its
 * data.
 */
export async function runServer(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const port = Number(env.PORT) || (await freePort())
  const { PATH = '', HOME = '', DATABASE_URL } = process.env
  const child = spawn(join(root, 'server/start.sh'), [], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      ...(DATABASE_URL && { DATABASE_URL }),
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', chunk => {
      output = `${output}${chunk}`.slice(-20_000)
    })
  const origin = `http://127.0.0.1:${port}`
  // The first start after a change builds the web, too.
  for (let waited = 0; waited < 180_000; waited += 100) {
    if (child.exitCode !== null) {
      // Another test took the port between the check and the start.
      if (!env.PORT && output.includes(`Port ${port} is taken`)) return runServer(dataDir, env)
      throw new Error(`The server ended:\n${output}`)
    }
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (ready?.ok) return { origin, process: child, output: () => output }
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not become ready:\n${output}`)
}

/** Ends the server with a signal and waits for its exit. */
export function endServer({ process: child }: RunningServer, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** Ports that were given to this process's tests: one that is not in use yet would be free to the next caller. */
const given = new Set<number>()

/**
 * A port that is free now. Below those that the system gives to outgoing connections, so that none takes it before a
 * server does, or while one starts again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
