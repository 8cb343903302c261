import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chown, mkdir, open, readFile, realpath, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, openCluster, removeCluster, superuser } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { endStuckRecovery } from './stuck-recovery.ts'

export type Postgres = {
  /** Connection string of the database `colophon`. */
  url: string
  /** Process id of the server; another one after it had to be started again. */
  readonly pid: number
  /** Fast shutdown, by force after ten seconds. Neither loses a committed row. */
  stop(): Promise<void>
}

type Server = {
  cluster: Cluster
  /** Of the Unix socket: only this account can enter it. */
  socketFolder: string
  settings: Record<string, string>
  logFile: string
}

const database = 'colophon'
/** Room that a start needs: two files of the log. */
const neededBytes = 32 * 1024 * 1024

/**
 * The settings that durability of a commit depends on. Asserted at every start, since a role or a database may carry
 * settings of its own.
 */
const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', data_checksums: 'on' }

const defaults = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // For a small machine that runs the application too and keeps its data on an SSD.
  max_connections: '80',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failed statement is the application's to report; here its text would put members' data into a file.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * Runs its arguments as a server and stops it when standard input closes, which happens even if the parent process is
 * killed. The second signal is for a fast shutdown that hangs, seen right after a backend had crashed.
 * Backends keep up to 8 MB of freed memory: to get it from the system again took a popular search a fifth of its time (both
 * variables are glibc's).
 */
const stopWithParent = `export MALLOC_TRIM_THRESHOLD_=8388608 MALLOC_MMAP_THRESHOLD_=8388608
exec 3<&0
"$@" </dev/null 3<&- & server=$!
(read _ <&3; kill -INT $server; sleep 10; kill -QUIT $server) & watch=$!
wait $server; code=$?
kill $watch; wait $watch 2>/dev/null; exit $code`

/**
 * Starts the PostgreSQL that comes with the program on `dataDir` (made when missing, held by this process alone) and
 * waits until it answers. It can be reached from this machine only, stops when this process ends, also after `kill -9`, and
 * is started again when it dies by itself, which `log` is told. Its own log is `postgres.log` beside `dataDir`; the error
 * of a failed start quotes the end of it. `settings` go over the defaults above; durability they relax is not asserted.
 */
export async function startPostgres(options: {
  dataDir: string
  settings?: Record<string, string>
  log?: (line: string) => void
}): Promise<Postgres> {
  const { folder, release } = await claim(options.dataDir)
  try {
    await stopServer(folder)
    const cluster = await openCluster(folder)
    const socketFolder = socketFolderOf(cluster)
    const settings = { ...defaults, ...options.settings }
    const server = { cluster, socketFolder, settings, logFile: join(dirname(folder), 'postgres.log') }
    const { pid, stop } = await keepRunning(server, options.log ?? (() => {}), release)
    await prepareDatabase(server).catch(async error => {
      await stop()
      throw error
    })
    return {
      url: urlOf(server, database),
      get pid() {
        return pid()
      },
      stop,
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Deletes the database in `dataDir`, if there is one; throws when a live process has it. */
export async function deleteDatabase(dataDir: string): Promise<void> {
  const { folder, release } = await claim(dataDir)
  try {
    await stopServer(folder)
    await removeCluster(folder)
  } finally {
    release()
  }
}

/** The lock and the socket go by the folder's name, so there must be one name for it. */
async function claim(dataDir: string): Promise<{ folder: string; release(): void }> {
  const path = resolve(dataDir)
  await mkdir(dirname(path), { recursive: true })
  const folder = await realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)))
  return { folder, ...lockFolder(folder) }
}

/** A socket's path may have 103 bytes at most, so the socket cannot be in the data's own folder. */
function socketFolderOf({ folder, account }: Cluster): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  return `/tmp/colophon-${name}-${account.uid ?? process.getuid?.()}`
}

const urlOf = ({ socketFolder }: Pick<Server, 'socketFolder'>, name: string) =>
  `postgresql://${superuser}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`

/** Launches the server, and launches it again when it ends unexpectedly. */
async function keepRunning(server: Server, log: (line: string) => void, onStopped: () => void) {
  let stopped: Promise<void> | undefined
  let running = await launch(server)

  const watch = async () => {
    let pause = 300
    for (;;) {
      void endStuckRecovery(running, log)
      await running.ended
      if (stopped) return
      log('PostgreSQL ended by itself; starting it again.')
      await sleep(pause)
      if (stopped) return
      try {
        running = await launch(server)
        // `stop` may have come before there was a server to stop.
        if (stopped) await stopServer(server.cluster.folder)
        pause = 300
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await waitForRoom(server.cluster.folder, log, () => stopped !== undefined)
        // Retried without end.
        pause = 1000
      }
    }
  }
  const watching = watch()

  const stop = async () => {
    await stopServer(server.cluster.folder)
    // A launch may be in progress.
    await watching
    await stopServer(server.cluster.folder)
    await rm(server.socketFolder, { recursive: true, force: true })
    onStopped()
  }
  return {
    pid: () => running.pid,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** After a failed start: waits until the disks of the data and of its log have room for another one, ten seconds at most. */
async function waitForRoom(folder: string, log: (line: string) => void, isOver: () => boolean) {
  const findFull = async () => {
    for (const path of [join(folder, 'pg_wal'), folder]) {
      const disk = await statfs(path).catch(() => undefined)
      if (disk && disk.bavail * disk.bsize < neededBytes) return path
    }
  }
  const full = await findFull()
  if (!full) return
  log(`The disk of ${full} has less than ${neededBytes / 1024 ** 2} MB of room; PostgreSQL waits for it.`)
  for (const end = Date.now() + 10_000; Date.now() < end && !isOver(); await sleep(100))
    if (!(await findFull())) return
}

async function launch(server: Server): Promise<{ pid: number; ended: Promise<void> }> {
  const deadline = Date.now() + 10_000
  for (;;) {
    // When only its wrapper was killed, the server is still there, and nothing would stop it with this process.
    await stopServer(server.cluster.folder)
    try {
      return await launchOnce(server)
    } catch (error) {
      // The children of a killed server keep its shared memory for a moment.
      const passing = error instanceof Error && /lock file|shared memory/.test(error.message)
      if (!passing || Date.now() > deadline) throw error
      await sleep(250)
    }
  }
}

async function launchOnce(server: Server): Promise<{ pid: number; ended: Promise<void> }> {
  const { socketFolder, logFile } = server
  const { folder, account, programs } = server.cluster
  const { uid, gid } = account
  await rm(socketFolder, { recursive: true, force: true })
  await mkdir(socketFolder, { mode: 0o700 })
  if (uid !== undefined && gid !== undefined) await chown(socketFolder, uid, gid)
  const [program = programs.postgres, ...args] = [
    ...account.prefix,
    ...['/bin/sh', '-c', stopWithParent, 'sh'],
    ...[programs.postgres, '-D', folder],
    ...['-k', socketFolder, '-c', 'listen_addresses='],
    ...Object.entries(server.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = await open(logFile, 'a', 0o600)
  const { size: logStart } = await log.stat()
  const stdio = ['pipe' as const, log.fd, log.fd]
  // Detached: a Ctrl-C in the terminal is for the application, which stops its database last.
  const child = spawn(program, args, { uid, gid, cwd: '/', detached: true, stdio })
  let over = false
  const ended = new Promise<void>(done => {
    child.once('exit', done)
    child.once('error', () => done())
  }).then(() => {
    over = true
  })
  await log.close()

  // As long as crash recovery of the largest possible log can take.
  const deadline = Date.now() + 5 * 60_000
  while (!over && Date.now() < deadline) {
    const found = await findServer(folder)
    if (found?.ready && (await answers(server))) return { pid: found.pid, ended }
    await sleep(20)
  }
  child.stdin?.destroy()
  await ended
  const lines = (await readFile(logFile)).subarray(logStart).toString().trimEnd().split('\n').slice(-20)
  throw new Error(
    `PostgreSQL did not start on ${folder}. The end of its log, ${logFile}:\n${lines.join('\n')}`,
  )
}

async function answers(server: Server): Promise<boolean> {
  return withClient(urlOf(server, 'postgres'), () => Promise.resolve(true)).catch(() => false)
}

/** Stops the server on this folder, if one runs, even one that another process started. */
async function stopServer(folder: string): Promise<void> {
  const found = await findServer(folder)
  if (!found) return
  const { pid } = found
  // A fast shutdown, an immediate one, and the end of one that does neither.
  for (const [signal, patience] of [
    ['SIGINT', 10_000] as const,
    ['SIGQUIT', 5000] as const,
    ['SIGKILL', 2000] as const,
  ]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended in between; what follows sees that.
    }
    const deadline = Date.now() + patience
    while (Date.now() < deadline) {
      if (!isServer(pid, folder)) return
      await sleep(20)
    }
  }
  throw new Error(`The database server on ${folder} (process ${pid}) does not stop.`)
}

/** The server that runs on this folder, by the file it keeps there. */
async function findServer(folder: string): Promise<{ pid: number; ready: boolean } | undefined> {
  const path = join(folder, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  // A standby accepts read-only connections.
  if (isServer(pid, folder)) return { pid, ready: /^(ready|standby)$/.test(lines[7]?.trim() ?? '') }
  // The number is another process's by now, as happens when a container starts again. PostgreSQL would take that
  // process for a server and refuse; we hold the folder's lock and know better.
  if (!/postgres/.test(commandOf(pid))) await rm(path, { force: true })
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function isServer(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false
  const [program, rest] = commandOf(pid).split(` -D ${folder} `)
  // The command line of the wrapping shell has the same words, but later.
  return rest !== undefined && /postgres$/.test(program ?? '') && !program?.startsWith('/bin/sh ')
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

async function prepareDatabase(server: Server): Promise<void> {
  await withClient(urlOf(server, 'postgres'), async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  })
  await withClient(urlOf(server, database), async client => {
    for (const [name, safe] of Object.entries(durable)) {
      const { rows } = await client.query('select current_setting($1) as value', [name])
      const expected = server.settings[name] ?? safe
      if (rows[0].value !== expected)
        throw new Error(
          `The database runs with ${name} = ${rows[0].value}, which may lose data; it must be ${expected}.`,
        )
    }
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Where the server that some other process runs on `dataDir` can be reached; undefined when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const lines = await readFile(join(resolve(dataDir), 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socketFolder, , , status] = lines.split('\n')
  if (!socketFolder?.startsWith('/') || status?.trim() !== 'ready') return undefined
  // After a power cut the file still says so.
  if (!isServer(Number(pid), await realpath(dataDir))) return undefined
  return `postgresql://${superuser}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}
