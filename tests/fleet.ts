import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { canRunPooler } from './pooler.ts'
import { freePort } from './running-server.ts'
import { canRunValkey, startValkey } from './valkey.ts'

const run = promisify(execFile)
const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
const binaries = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | tail -1'], { encoding: 'utf8' })
const binDir = binaries.stdout.trim()

/** Whether a fleet can be run here: as root, Debian's `patroni`, `python3-etcd`, `etcd-server`, `haproxy`, `pgbouncer`, `postgresql` and
 * `redis-server`. */
export const canRunFleet =
  process.getuid?.() === 0 &&
  isInstalled('/usr/bin/patroni', '--version') &&
  isInstalled('/usr/bin/etcd', '--version') &&
  isInstalled('/usr/sbin/haproxy', '-v') &&
  canRunPooler &&
  canRunValkey &&
  binDir !== ''

const deploy = (file: string) => readFile(join(import.meta.dirname, '../deploy/fleet', file), 'utf8')
const password = 'change-this-1'

export type Node = { name: string; port: number; restPort: number; folder: string; patroni?: ChildProcess }
export type Fleet = Awaited<ReturnType<typeof startFleet>>

/**
 * Three PostgreSQL under Patroni, etcd, HAProxy, PgBouncer and Valkey on this machine, with the files of `deploy/fleet` and other addresses.
 * `isSynchronous: false` is what those files do not do. `fill` fills the database of the first server before the others copy it, `parameters` are
 * further ones of PostgreSQL.
 */
export async function startFleet(options: FleetOptions = {}) {
  const stack = new AsyncDisposableStack()
  try {
    return await startAll(stack, options)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

type FleetOptions = {
  isSynchronous?: boolean
  parameters?: Record<string, string>
  fill?: (url: string) => Promise<void>
}

async function startAll(
  stack: AsyncDisposableStack,
  { isSynchronous = true, parameters = {}, fill = async () => {} }: FleetOptions,
) {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-fleet-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  await chown(folder, uid, gid)
  const children: ChildProcess[] = []
  // Patroni stops its PostgreSQL; the others only end.
  stack.defer(async () => {
    for (const child of children.toReversed()) await end(child)
  })
  const startChild = (program: string, args: string[], account = {}) => {
    const child = spawn(program, args, { stdio: 'ignore', cwd: '/', ...account })
    children.push(child)
    return child
  }
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const [primaryPort, poolerPort] = [await freePort(), await freePort()]
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  startChild('/usr/bin/etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', etcd, '--advertise-client-urls', etcd],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`, '--unsafe-no-fsync'],
  ])
  const nodes: Node[] = []
  for (const number of [1, 2, 3]) {
    const name = `database-${number}`
    const own = join(folder, name)
    await mkdir(own)
    await chown(own, uid, gid)
    nodes.push({ name, folder: own, port: await freePort(), restPort: await freePort() })
  }
  async function startNode(node: Node) {
    const file = join(node.folder, 'patroni.yml')
    const settings = parse(await deploy('patroni.yml'))
    const [address, rest] = [`127.0.0.1:${node.port}`, `127.0.0.1:${node.restPort}`]
    settings.name = node.name
    settings.restapi = { listen: rest, connect_address: rest }
    settings.etcd3.hosts = `127.0.0.1:${etcdPort}`
    settings.bootstrap.dcs.synchronous_mode = isSynchronous
    if (!isSynchronous) settings.bootstrap.dcs.maximum_lag_on_failover = 1_048_576
    Object.assign(settings.bootstrap.dcs.postgresql.parameters, {
      unix_socket_directories: node.folder,
      // As of a machine that stays up: what a kill of PostgreSQL loses is not what a power cut loses.
      fsync: 'off',
      ...parameters,
    })
    Object.assign(settings.postgresql, {
      listen: address,
      connect_address: address,
      data_dir: join(node.folder, 'data'),
      bin_dir: binDir,
      pgpass: join(node.folder, 'pgpass'),
    })
    settings.postgresql.pg_hba = settings.postgresql.pg_hba.map((line: string) =>
      line.replace('10.0.0.0/24', '127.0.0.1/32'),
    )
    await writeFile(file, stringify(settings))
    node.patroni = startChild('/usr/bin/patroni', [file], { uid, gid })
  }
  const [first, ...others] = nodes
  await startNode(first!)
  const isPrimary = (node: Node) => answers(`http://127.0.0.1:${node.restPort}/primary`)
  const isReplica = (node: Node) => answers(`http://127.0.0.1:${node.restPort}/replica`)
  const isSyncStandby = (node: Node) => answers(`http://127.0.0.1:${node.restPort}/sync`)
  await until('the first server is the primary', () => isPrimary(first!))

  const haproxy = join(folder, 'haproxy.cfg')
  let proxySettings = (await deploy('haproxy.cfg')).replace('127.0.0.1:5000', `127.0.0.1:${primaryPort}`)
  for (const [i, node] of nodes.entries())
    proxySettings = proxySettings.replace(
      `10.0.0.1${i + 1}:5432 check port 8008`,
      `127.0.0.1:${node.port} check port ${node.restPort}`,
    )
  await writeFile(haproxy, proxySettings)
  startChild('/usr/sbin/haproxy', ['-f', haproxy, '-db'])
  const pooler = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'userlist.txt')
  const urlAt = (port: number, database = 'colophon') =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  // The first one makes the database, and the others copy it.
  const admin = new pg.Client({ connectionString: urlAt(first!.port, 'postgres') })
  await admin.connect()
  await admin.query('create database colophon')
  // As docs/operations.md makes it.
  const { rows } = await admin.query<{ line: string }>(
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname = 'postgres'`,
  )
  await admin.end()
  await writeFile(users, rows[0]!.line)
  await fill(urlAt(first!.port))
  for (const node of others) await startNode(node)
  const poolerSettings = (await deploy('pgbouncer.ini'))
    .replace('port=5000', `port=${primaryPort}`)
    .replace('listen_port = 6432', `listen_port = ${poolerPort}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users)
  await writeFile(pooler, poolerSettings)
  const startPooler = () => startChild('/usr/sbin/pgbouncer', [pooler], { uid, gid })
  let poolerProcess = startPooler()
  const valkey = await startValkey()
  stack.defer(valkey.close)

  async function whoIsPrimary() {
    for (const node of nodes) if (await isPrimary(node)) return node
  }
  /** Waits until there is a primary, other than `former`. */
  async function untilPrimary(former?: Node) {
    let found: Node | undefined
    await until('a primary', async () => {
      found = await whoIsPrimary()
      return found !== undefined && found !== former
    })
    return found!
  }
  return {
    nodes,
    isSynchronous,
    /** By HAProxy, and by PgBouncer before that. */
    primaryUrl: urlAt(primaryPort),
    replicaUrls: nodes.map(({ port }) => urlAt(port)),
    urlOf: (node: Node) => urlAt(node.port),
    /** The program's settings. */
    settings: {
      DATABASE_URL: urlAt(poolerPort),
      DATABASE_REPLICA_URLS: nodes.map(({ port }) => urlAt(port)).join(','),
      VALKEY_URL: valkey.url,
    },
    /** The process ids of the three PostgreSQL. */
    postmasters: () => Promise.all(nodes.map(postmasterOf)),
    valkey,
    pooler: {
      async kill() {
        const ended = new Promise<void>(resolve => poolerProcess.once('exit', () => resolve()))
        poolerProcess.kill('SIGKILL')
        await ended
      },
      start() {
        poolerProcess = startPooler()
      },
    },
    untilPrimary,
    /** Waits until there are a primary that HAProxy leads to, two replicas that follow it, and a synchronous one among them where that is asked. */
    untilWhole: () =>
      until('a primary and two replicas', async () => {
        const states = await Promise.all(nodes.map(node => Promise.all([isPrimary(node), isReplica(node)])))
        const count = (which: 0 | 1) => states.filter(state => state[which]).length
        if (count(0) !== 1 || count(1) !== 2) return false
        if (isSynchronous && !(await Promise.all(nodes.map(isSyncStandby))).includes(true)) return false
        return succeeds(urlAt(primaryPort), 'select 1')
      }),
    /**
     * Kills the PostgreSQL of a server with all its processes, after its replicas have received nothing for `cutMs`. Patroni goes on.
     */
    async killPostgres(node: Node, cutMs = 0) {
      const postmaster = await postmasterOf(node)
      if (cutMs) signal(await childrenOf(postmaster, '-f', 'walsender'), 'SIGSTOP')
      await sleep(cutMs)
      signal([postmaster, ...(await childrenOf(postmaster))], 'SIGKILL')
    },
    /** Stops every process of a server, Patroni too, as a machine that hangs does, until the function that this gives is called. */
    async freeze(node: Node) {
      const postmaster = await postmasterOf(node)
      signal([node.patroni!.pid!, postmaster], 'SIGSTOP')
      const children = await childrenOf(postmaster)
      signal(children, 'SIGSTOP')
      return () => signal([...children, postmaster, node.patroni!.pid!], 'SIGCONT')
    },
    /** Patroni's maintenance mode: it neither replaces the primary nor starts PostgreSQL again, until the function that this gives is called. */
    async pauseFailover() {
      const set = (pause: boolean) =>
        until('all servers of Patroni know', async () => {
          const given = nodes.map(({ restPort }) => setPaused(restPort, pause))
          if (!(await Promise.all(given)).includes(true)) return false
          const states = await Promise.all(nodes.map(({ restPort }) => isPaused(restPort)))
          return states.every(state => state === pause)
        })
      await set(true)
      return () => set(false)
    },
    /** Stops a replica from replaying its log until the function that this gives is called. */
    async pauseReplica() {
      const primary = await untilPrimary()
      const url = urlAt(nodes.find(node => node !== primary)!.port)
      // Patroni may start it again, to make it follow a new primary.
      await until('a replica that pauses', () => succeeds(url, 'select pg_wal_replay_pause()'))
      // One that was started again or has become the primary pauses no longer.
      return () => succeeds(url, 'select pg_wal_replay_resume()')
    },
    stop: () => stack.disposeAsync(),
  }
}

const postmasterOf = async ({ folder }: Node) =>
  Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])

const childrenOf = async (parent: number, ...pattern: string[]) =>
  (await run('pgrep', ['-P', String(parent), ...pattern]).catch(() => ({ stdout: '' }))).stdout
    .split('\n')
    .filter(Boolean)
    .map(Number)

function signal(processes: number[], name: NodeJS.Signals) {
  for (const each of processes)
    try {
      process.kill(each, name)
    } catch {
      // It has ended with its parent.
    }
}

/** Whether Patroni has taken it; any of its servers can. */
const setPaused = (restPort: number, pause: boolean) =>
  fetch(`http://127.0.0.1:${restPort}/config`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pause }),
    signal: AbortSignal.timeout(2000),
  }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Undefined without an answer. */
async function isPaused(restPort: number) {
  try {
    const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2000) })
    return ((await answer.json()) as { pause?: boolean }).pause === true
  } catch {
    return undefined
  }
}

async function succeeds(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    return false
  }
  const answered = client.query(statement).then(
    () => true,
    () => false,
  )
  return answered.finally(() => client.end())
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Waits for a condition. Long: three servers start or change roles on a machine that may be busy. */
export async function until(what: string, isSo: () => Promise<boolean>, patienceMs = 180_000) {
  const started = performance.now()
  while (!(await isSo())) {
    if (performance.now() - started > patienceMs) throw new Error(`Waited in vain: ${what}.`)
    await sleep(100)
  }
  return performance.now() - started
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const cut = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(cut)
}
