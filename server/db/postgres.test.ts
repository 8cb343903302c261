import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deleteDatabase, type Postgres, startPostgres } from './postgres.ts'

let parent: string
let dataDir: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'colophon-postgres-test-'))
  // Started by root, the server runs as another user, who has to get through.
  await chmod(parent, 0o711)
  dataDir = join(parent, 'postgres')
})

afterAll(() => rm(parent, { recursive: true, force: true }))

const servers: Postgres[] = []
const programs: ChildProcess[] = []

afterEach(async () => {
  await Promise.all(programs.splice(0).map(kill))
  await Promise.all(servers.splice(0).map(server => server.stop()))
})

async function start(settings?: Record<string, string>): Promise<Postgres> {
  const server = await startPostgres({ dataDir, settings })
  servers.push(server)
  return server
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Inserts rows from several connections until told to stop, and remembers those the server acknowledged. */
async function startWriters(url: string, count: number) {
  await query(url, 'create table if not exists written (writer int, n int)')
  const acknowledged: string[] = []
  let stopped = false
  const write = async (writer: number) => {
    for (let n = 0; !stopped; ) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      try {
        await client.connect()
        for (; !stopped; n++) {
          await client.query('insert into written values ($1, $2)', [writer, n])
          acknowledged.push(`${writer}:${n}`)
        }
      } catch {
        // Whether this row was written is unknown: the next one has another number.
        n++
        await sleep(20)
      } finally {
        await client.end().catch(() => {})
      }
    }
  }
  const writers = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  const stop = () => {
    stopped = true
    return writers
  }
  return { acknowledged, stop }
}

async function expectAllWritten(url: string, acknowledged: string[]) {
  const rows = await query(url, `select writer || ':' || n as row from written`)
  const written = new Set(rows.map(({ row }) => row))
  expect(acknowledged.filter(row => !written.has(row))).toEqual([])
}

/** Another process of the program, holding the database; it tells its connection string or its error. */
function startElsewhere(): ChildProcess {
  const program = `
    import { startPostgres } from ${JSON.stringify(fileURLToPath(new URL('postgres.ts', import.meta.url)))}
    const { url, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.stdout.write(JSON.stringify({ url, pid }))`
  const child = spawn('node', ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  programs.push(child)
  return child
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(condition: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not happen.')
    await sleep(5)
  }
}

describe('a new folder', () => {
  beforeEach(() => deleteDatabase(dataDir))

  it('is made again when the first start was killed half-way', async () => {
    const child = startElsewhere()
    const unfinished = async () => (await readdir(parent)).find(name => name.startsWith('postgres.partial-'))
    await until(async () => existsSync(join(parent, (await unfinished()) ?? '', 'PG_VERSION')))
    await kill(child)
    expect(existsSync(dataDir)).toBe(false)

    const postgres = await start()
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await unfinished()).toBe(undefined)
  })

  it('is refused when it holds something else', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'thesis.txt'), 'years of work')
    await expect(start()).rejects.toThrow('holds something else than a database')
    await rm(dataDir, { recursive: true })
  })
})

describe('an existing folder', () => {
  it('keeps its rows when stopped and started', async () => {
    const first = await start()
    await query(first.url, `create table kept as select 'row' as value`)
    await first.stop()
    const second = await start()
    expect(await query(second.url, 'select * from kept')).toEqual([{ value: 'row' }])
    await second.stop()
    expect(isAlive(second.pid)).toBe(false)
  })

  it('compares text the same everywhere, and knows letters beyond ASCII', async () => {
    const postgres = await start()
    await query(postgres.url, 'create extension if not exists pg_trgm')
    const text = `select lower('ÉЖ') as lower, 'a' > 'B' as by_code_point, cardinality(show_trgm('жук')) as trigrams`
    expect(await query(postgres.url, text)).toEqual([{ lower: 'éж', by_code_point: true, trigrams: 4 }])
  })

  it('is refused to a second start, which leaves the first one alone', async () => {
    const postgres = await start()
    await expect(start()).rejects.toThrow('Another Colophon is using')
    await expect(deleteDatabase(dataDir)).rejects.toThrow('Another Colophon is using')

    const child = startElsewhere()
    const [message] = await Promise.all([child.stderr!.toArray(), once(child, 'exit')])
    expect(child.exitCode).toBe(1)
    expect(message.join('')).toContain('Another Colophon is using')
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('loses no acknowledged row when the server is killed, and serves again by itself', async () => {
    const postgres = await start()
    const { acknowledged, stop } = await startWriters(postgres.url, 8)
    await until(() => acknowledged.length > 500)
    const { pid } = postgres
    process.kill(pid, 'SIGKILL')
    await until(() => postgres.pid !== pid)
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 100)
    await stop()
    await expectAllWritten(postgres.url, acknowledged)
  })

  it('loses no acknowledged row when the program is killed, which stops the server', async () => {
    const child = startElsewhere()
    const [told] = await once(child.stdout!, 'data')
    const { url, pid } = JSON.parse(told)
    const { acknowledged, stop } = await startWriters(url, 4)
    await until(() => acknowledged.length > 200)
    await kill(child)
    await until(() => !isAlive(pid))
    await stop()

    const postgres = await start()
    await expectAllWritten(postgres.url, acknowledged)
  })

  it('can be started while the server of a killed program is still there', async () => {
    const child = startElsewhere()
    await once(child.stdout!, 'data')
    await kill(child)
    const postgres = await start()
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('can be started when the PID of its old server belongs to another process', async () => {
    const lines = [process.pid, dataDir, 1700000000, 5432, '/tmp', '', '', 'ready']
    await writeFile(join(dataDir, 'postmaster.pid'), lines.join('\n'))
    const postgres = await start()
    expect(postgres.pid).not.toBe(process.pid)
  })

  it('is refused when it would lose data, and says why', async () => {
    const relaxed = await start({ synchronous_commit: 'off' })
    await query(relaxed.url, 'alter database colophon set synchronous_commit = off')
    await relaxed.stop()
    await expect(start()).rejects.toThrow('synchronous_commit = off, which may lose data')

    const again = await start({ synchronous_commit: 'off' })
    await query(again.url, 'alter database colophon reset synchronous_commit')
  })

  it('that cannot be served gives an error with the server’s message', async () => {
    const failing = start({ shared_buffers: 'plenty' })
    await expect(failing).rejects.toThrow('invalid value for parameter "shared_buffers": "plenty"')
  })

  it('logs neither statements nor the values in their errors', async () => {
    const postgres = await start()
    await query(postgres.url, 'create table if not exists secret (value text primary key)')
    const readLog = () => readFile(join(parent, 'postgres.log'), 'utf8')
    const { length } = await readLog()
    const insert = `insert into secret values ('told in confidence') on conflict do nothing`
    await query(postgres.url, insert)
    await expect(query(postgres.url, insert.replace(' on conflict do nothing', ''))).rejects.toThrow(
      'duplicate',
    )
    await postgres.stop()
    const added = (await readLog()).slice(length)
    // Written after the refusal, so the refusal would stand before it.
    expect(added).toContain('database system is shut down')
    expect(added).not.toMatch(/confidence|duplicate/)
  })

  it('stops while it is started again after a kill', async () => {
    const { promise: launching, resolve } = Promise.withResolvers<void>()
    // It is started after 300 ms, and then has no file with its process id for a moment.
    const postgres = await startPostgres({ dataDir, log: () => setTimeout(resolve, 310) })
    const { pid } = postgres
    process.kill(pid, 'SIGKILL')
    await launching
    await postgres.stop()
    expect([isAlive(pid), isAlive(postgres.pid)]).toEqual([false, false])
  })

  // Left out where no disk can be mounted. It stays on that disk: the last test.
  it.skipIf(process.getuid?.() !== 0)(
    'loses no acknowledged row when the disk of its log is full, and serves again by itself when there is room',
    async ctx => {
      const log = join(parent, 'log')
      await mkdir(log)
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', log])
      ctx.skip(mounted.status !== 0, 'No disk can be mounted here.')
      onTestFinished(() => {
        // PostgreSQL may still have files open there.
        expect(spawnSync('umount', ['-l', log]).status).toBe(0)
      })
      const before = await start()
      await before.stop()
      const move = 'cp -a pg_wal/. "$1" && chown --reference=pg_wal "$1" && rm -r pg_wal && ln -s "$1" pg_wal'
      expect(spawnSync('sh', ['-c', move, 'sh', log], { cwd: dataDir }).status).toBe(0)

      const said: string[] = []
      const postgres = await startPostgres({ dataDir, log: line => said.push(line) })
      servers.push(postgres)
      const { acknowledged, stop } = await startWriters(postgres.url, 4)
      try {
        await until(() => acknowledged.length > 100)
        // No later checkpoint makes room.
        await query(postgres.url, 'checkpoint')
        await query(postgres.url, `select pg_create_physical_replication_slot('keeps', true)`)
        const useFile = `select pg_logical_emit_message(false, '', ''), pg_switch_wal()`
        const saidOften = (words: string) => said.filter(line => line.includes(words)).length
        let servedAt = Date.now()
        await until(async () => {
          // Ends with the error of a full disk. A crash gives room back, which the next start may find.
          spawnSync('sh', ['-c', 'cat /dev/zero >> "$1"', 'sh', join(log, 'ballast')])
          await query(postgres.url, useFile).then(
            () => (servedAt = Date.now()),
            () => {},
          )
          // Rarely it stays in recovery without ending, until it is ended.
          const isStuck = Date.now() - servedAt > 5000
          return isStuck || saidOften('has less than 32 MB of room') > 0 || saidOften('ended by itself') > 2
        })
        await rm(join(log, 'ballast'))
        const { length } = acknowledged
        await until(() => acknowledged.length > length + 100)
      } finally {
        await stop()
      }
      await expectAllWritten(postgres.url, acknowledged)
    },
  )
})
