import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../tests/test-database.ts'
import { loadConfig } from '../config.ts'
import { openClient } from '../db/check-address.ts'
import { connect } from '../db/connect.ts'
import { listBackups } from '../features/backups/manifest.ts'
import { findLastBackup } from '../features/backups/queries.ts'
import { makeLogger } from '../logger.ts'
import { localFiles } from '../outside/files.ts'
import { startBackups } from './make-backups.ts'

const minute = 60_000
const lengths = new Set([minute, 10 * minute, 60 * minute])
const patience = { timeout: 90_000, interval: 50 }

/** Holds back the pauses of the job. */
function holdPauses() {
  const held: { ms: number; work: () => void }[] = []
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
    if (!lengths.has(ms ?? 0)) return real(work, ms)
    held.push({ ms: ms!, work })
    return undefined
  }) as typeof setTimeout)
  const end = () => held.shift()!.work()
  return {
    end,
    /** Ends the present pause, and returns the minutes of the next one. */
    async next() {
      end()
      await vi.waitFor(() => expect(held).toHaveLength(1), patience)
      return held[0]!.ms / minute
    },
  }
}

test('the job makes a backup when one is due, leaves it to another process that makes one, rests after a failure, and stops at once', {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-job-'))
  const database = await createTestDatabase()
  const { db, pool, close } = connect(database.url)
  const other = await openClient(database.url)
  const place = join(folder, 'backups')
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'data'),
    BACKUP_TO: place,
    BACKUP_EVERY: '24h',
    BACKUP_KEEP: '2',
  })
  let at = Date.parse('2026-11-01T00:00:00Z')
  const services = {
    db,
    files: localFiles(join(folder, 'data/files')),
    now: () => new Date(at),
    secret: config.secret,
  }
  const made = () => listBackups(localFiles(place)).then(({ length }) => length)
  const problem = async () =>
    (await pool.query("select value ->> 'why' as why from setting where name = 'backup problem'")).rows[0]
      ?.why
  const pauses = holdPauses()
  const job = startBackups(config, database.url, services, makeLogger('silent'))
  try {
    expect([await pauses.next(), await made()]).toEqual([10, 1])
    at += 23 * 60 * minute
    expect([await pauses.next(), await made()], 'not due').toEqual([10, 1])

    at += 2 * 60 * minute
    await other.query('select pg_advisory_lock($1)', [0x6261636b])
    expect([await pauses.next(), await made(), await problem()], 'another process').toEqual([
      10,
      1,
      undefined,
    ])
    await other.query('select pg_advisory_unlock_all()')

    // A backup that somebody has made at another place in between does not count for this one.
    await pool.query(
      `update setting set value = value || jsonb_build_object('where', '/elsewhere', 'at', $1::text) where name = 'backup'`,
      [new Date(at).toISOString()],
    )
    expect([await pauses.next(), await made()], 'due').toEqual([10, 2])

    await pool.query(
      `update setting set value = value || jsonb_build_object('at', $1::text) where name = 'backup'`,
      [new Date(at + 365 * 24 * 60 * minute).toISOString()],
    )
    expect([await pauses.next(), await made()], 'after one of a clock that was a year ahead').toEqual([10, 2])
    expect(await findLastBackup(db)).toMatchObject({ at: new Date(at).toISOString() })

    at += 25 * 60 * minute
    await rm(place, { recursive: true })
    await writeFile(place, 'a file')
    expect(await pauses.next(), 'a failure').toBe(60)
    expect(await problem()).toContain(`Nothing can be written to ${place}`)
    await rm(place)
    expect(await pauses.next(), 'its disk is not mounted').toBe(60)
    expect(await problem()).toContain('Is its disk mounted?')
    await pool.query("delete from setting where name = 'backup'")
    let stopped: Promise<void> | undefined
    const { list } = services.files
    services.files.list = (...shard) => {
      stopped ??= job.stop()
      return list(...shard)
    }
    pauses.end()
    await vi.waitFor(() => expect(stopped).toBeDefined(), patience)
    await stopped
    expect(await made(), 'stopped while it copied').toBe(0)
  } finally {
    await job.stop()
    await other.end()
    await close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
