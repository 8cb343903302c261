import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

// `npm run restart -- 3001 3002`: a rolling restart without downtime. A process that stops closes its connections,
// including one over which a POST has just been sent, and nginx rightly does not send that again. So nginx is first
// told to send the process nothing more.

const usage = 'npm run restart -- [--site /etc/nginx/conf.d/colophon.conf] <port> <port>…\n'
/** How long a process may take to listen: with millions of logos its migrations may take minutes. */
const startMs = 15 * 60_000
/** How long nginx's former workers may take to finish their requests. */
const settleMs = 1000

type Site = {
  /** The file in which nginx finds its upstream servers. */
  path: string
  reload: () => void | Promise<void>
  /** Stops the process at this port and starts it. */
  restart: (port: number) => void | Promise<void>
}

/** Restarts one process after the other while nginx sends to the rest. Stops at the first that does not start. */
export async function restartAll(site: Site, ports: readonly number[]) {
  for (const port of ports) {
    // The processes that answer during this restart.
    for (const other of ports) if (other !== port) await untilReady(other)
    await setDown(site, port, true)
    await sleep(settleMs)
    await site.restart(port)
    await untilReady(port)
    await setDown(site, port, false)
  }
}

/** Takes the process at this port out of nginx, or puts it back. */
export async function setDown({ path, reload }: Site, port: number, isDown: boolean) {
  const text = await readFile(path, 'utf8')
  const server = new RegExp(`^( *server 127\\.0\\.0\\.1:${port}\\b[^;]*?)( down)?;`, 'm')
  if (!server.test(text)) throw new Error(`${path} names no server 127.0.0.1:${port}.`)
  await writeFile(path, text.replace(server, isDown ? '$1 down;' : '$1;'))
  await reload()
}

async function untilReady(port: number) {
  for (const end = Date.now() + startMs; Date.now() < end; await sleep(200)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`The process at ${port} is not ready. nginx sends nothing to it; the others go on.`)
}

function run(program: string, ...args: string[]) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0)
    throw new Error(`${[program, ...args].join(' ')}: ${error?.message ?? `ended with ${status}`}`)
}

if (import.meta.main)
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { site: { type: 'string', default: '/etc/nginx/conf.d/colophon.conf' } },
    })
    const ports = positionals.map(Number)
    if (ports.length < 2 || !ports.every(Number.isInteger)) throw new Error(usage)
    const site = {
      path: values.site,
      reload: () => run('nginx', '-s', 'reload'),
      restart: (port: number) => run('systemctl', 'restart', `colophon@${port}`),
    }
    await restartAll(site, ports)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
