import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeSchemaSql } from '../scripts/generate/schema-sql.ts'
import { openClient } from '../server/db/check-address.ts'
import { type Connection, connect } from '../server/db/connect.ts'
import { applyMigrations, listMigrations, migrate } from '../server/db/migrate.ts'
import { findRunningPostgres, startPostgres } from '../server/db/postgres.ts'
import { leftOut } from '../server/features/backups/dump.ts'
import { listBackups, readManifest, writeManifest } from '../server/features/backups/manifest.ts'
import { restore } from '../server/features/backups/restore.ts'
import { claimGiftCard } from '../server/features/gift-cards/queries.ts'
import { type Files, localFiles } from '../server/outside/files.ts'
import { type BackupSite, openBackupSite, tryBackUp, withEmpty } from './backup-site.ts'
import { createDesigner, createLogo } from './factories.ts'
import { runAdmin } from './run-admin.ts'
import { createTestDatabase } from './test-database.ts'

// The newcomer's drill: fill, back up, destroy, restore, compare everything; and each way in which a restore can go wrong.

let site: BackupSite
beforeAll(async () => {
  site = await openBackupSite()
})
afterAll(() => site?.close())

/** What a restore changes on purpose. */
const heldBack: Record<string, string[]> = { gift_card: ['held_at'], webhook: ['secret', 'is_paused'] }
const emptied = ['collection_link', 'limit_count', 'schema_migration', ...leftOut]

/** Every row of every table but those that a backup leaves out, and the schema. */
async function readEverything({ pool }: Connection) {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of rows.filter(row => !emptied.includes(row.name))) {
    const read = await pool.query(
      `select (to_jsonb(t) - $1::text[])::text as row from "${name}" t
       where not ($2 and to_jsonb(t) ->> 'name' in ('backup', 'installation', 'reconciled', 'restored from')) order by 1`,
      [heldBack[name] ?? [], name === 'setting'],
    )
    content[name] = read.rows.map(({ row }) => row)
  }
  return { schema: await writeSchemaSql(pool), content }
}

const readFolder = async (path: string) => {
  const names = (await readdir(path, { recursive: true, withFileTypes: true })).filter(entry =>
    entry.isFile(),
  )
  const files = names.map(async entry => [
    join(entry.parentPath, entry.name).slice(path.length),
    await readFile(join(entry.parentPath, entry.name), 'utf8'),
  ])
  return Object.fromEntries(await Promise.all(files))
}

test('what was filled, backed up, destroyed and restored is the same: schema, every row, every picture', async () => {
  expect(site.made).toMatchObject({ code: 0, out: expect.stringContaining('is made and proved') })
  expect(site.made.out).toContain('81 pictures copied now')
  const before = await readEverything(site.connection)
  for (const name of [
    'payment',
    'passkey',
    'totp',
    'book',
    'juror',
    'score',
    'gift_card',
    'webhook',
    'setting',
  ])
    expect(before.content[name], name).not.toEqual([])
  await withEmpty(async url => {
    const restored = await runAdmin(['restore', site.whole], site.settingsOf(url, 'drilled'))
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('81 pictures brought back') })
    const other = connect(url)
    try {
      const after = await readEverything(other)
      expect(after.schema).toBe(before.schema)
      expect(after.content).toEqual(before.content)
      expect(await readFolder(join(site.folder, 'drilled/files'))).toEqual(
        await readFolder(join(site.folder, 'data/files')),
      )
      // Sequences go on where they were.
      const nextOf = (pool: Connection['pool']) =>
        pool.query('select sequencename, last_value from pg_sequences order by 1').then(({ rows }) => rows)
      expect(await nextOf(other.pool)).toEqual(await nextOf(site.connection.pool))
      const logo = await createLogo(other.db)
      const { rows } = await site.connection.pool.query('select max(logo_id) as id from logo')
      expect(logo.logo_id).toBe(rows[0].id + 1)
    } finally {
      await other.close()
    }
  })
})

test('gift cards are held after a restore until staff release them; a redeemed one stays redeemed; sessions, links, API tokens and webhooks’ secrets are gone', async () => {
  await withEmpty(async url => {
    const answer = await site.restoreInto(url, site.whole)
    expect(answer.out).toContain('2 gift cards that nobody had redeemed by then are held')
    const other = connect(url)
    try {
      const { db } = other
      const member = await createDesigner(db)
      const redeem = (code: string) =>
        claimGiftCard(db, site.secret, { typed: code, designer_id: member.designer_id, at: new Date() })
      for (const code of site.codes) expect(await redeem(code)).toBeUndefined()
      expect(
        await runAdmin(['gift-cards', 'release', 'all', '--why', 'Looked at'], site.settingsOf(url, 'held')),
      ).toMatchObject({
        code: 0,
        out: '2 gift cards released.\n',
      })
      expect([await redeem(site.codes[0]!), await redeem(site.codes[1]!)]).toEqual([
        undefined,
        expect.anything(),
      ])
      expect((await other.pool.query('select is_paused, secret from webhook')).rows).toEqual([
        { is_paused: true, secret: null },
      ])
      expect((await other.pool.query("select from setting where name = 'reconciled'")).rows).toEqual([])
      const countOf = async ({ pool }: Connection, name: string) =>
        (await pool.query(`select count(*)::int as n from ${name}`)).rows[0].n
      for (const gone of [...leftOut, 'collection_link']) {
        expect(await countOf(site.connection, gone), gone).toBeGreaterThan(0)
        expect(await countOf(other, gone), gone).toBe(0)
      }
    } finally {
      await other.close()
    }
  })
})

describe('a restore that is interrupted', () => {
  const orderInto = (url: string, target: Files) => ({
    url,
    files: localFiles(join(site.folder, `interrupted-${randomUUID()}`)),
    target,
    where: site.whole,
    secret: site.secret,
    now: () => new Date(),
    onProgress: () => {},
  })

  test.each([
    ['before its rows are whole', 'Database'],
    ['before its pictures are whole', 'Pictures'],
  ])(
    'leaves nothing that a program starts on (%s), and begins from nothing when it is run again',
    async (_, moment) => {
      await withEmpty(async url => {
        const target = localFiles(site.whole)
        let step = ''
        let isCut = false
        // From here on it is as after a kill: no statement of the restore reaches the database.
        const cut = async (name: string) => {
          if (!isCut && step === moment) {
            isCut = true
            await site.connection.pool.query(
              "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'colophon restore' and datname = $1",
              [new URL(url).pathname.slice(1)],
            )
          }
          return target.get(name)
        }
        const onProgress = (progress: { step: string }) => {
          step = progress.step
        }
        const interrupted = { ...orderInto(url, { ...target, get: cut }), onProgress }
        await expect(restore(interrupted)).rejects.toThrow(
          /The restore has not finished: .* Run a restore again: it begins from nothing\./,
        )
        await expect(migrate(url)).rejects.toThrow('A restore into this database has not finished.')
        // It would prune the pictures that the restore still needs.
        const order = {
          ...orderInto(url, localFiles(join(site.folder, randomUUID()))),
          scratch: site.folder,
          keep: 1,
        }
        expect(await tryBackUp(order)).toMatch('A restore into this database has not finished')
        // A version that knows nothing of this refuses a migration that it does not have.
        const reader = await openClient(url)
        const { rows } = await reader.query("select name from schema_migration where name !~ '^[0-9]{4}-'")
        await reader.end()
        expect(rows).toHaveLength(1)
        expect(await site.restoreInto(url, site.whole)).toMatchObject({
          code: 0,
          out: expect.stringContaining('2 gift cards that nobody had redeemed by then are held'),
        })
        expect(await migrate(url)).toEqual([])
      })
    },
  )

  test('on a full disk gives a sentence, and the next attempt brings the missing files', async () => {
    await withEmpty(async url => {
      const order = orderInto(url, localFiles(site.whole))
      let puts = 0
      const full = async (name: string, bytes: Uint8Array) => {
        if (++puts > 20) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
        return order.files.put(name, bytes)
      }
      await expect(restore({ ...order, files: { ...order.files, put: full } })).rejects.toThrow(
        'The restore has not finished: there is no space left. ',
      )
      const { pictures, lost } = await restore(order)
      expect(pictures).toBeGreaterThan(0)
      expect(pictures).toBeLessThanOrEqual(81 - 20)
      expect(lost).toEqual([])
    })
  })

  test('a start waits for it, and a second one is refused', async () => {
    await withEmpty(async url => {
      const target = localFiles(site.whole)
      const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
      const { promise: isLoading, resolve: load } = Promise.withResolvers<void>()
      const waiting = {
        ...target,
        async get(name: string) {
          if (name.startsWith('parts/')) {
            load()
            await mayGoOn
          }
          return target.get(name)
        },
      }
      const restoring = restore(orderInto(url, waiting))
      await isLoading
      expect(await site.restoreInto(url, site.whole)).toMatchObject({
        code: 1,
        problem: expect.stringContaining('The database is in use (another restore'),
      })
      let isStarted = false
      const starting = migrate(url).then(names => {
        isStarted = true
        return names
      })
      await new Promise(resolve => setTimeout(resolve, 500))
      expect(isStarted).toBe(false)
      goOn()
      expect((await restoring).lost).toEqual([])
      expect(await starting).toEqual([])
    })
  })
})

test('a backup of an older schema is migrated after its rows are there, and its gift cards are held', async () => {
  const last = (await listMigrations()).findLast(({ name }) => name < '0019')!.name
  await withEmpty(async old => {
    const client = await openClient(old)
    await applyMigrations(client, { until: last })
    await client.query(`
      insert into designer (username, email, password_hash, slug, company, first_name, last_name)
        values ('old', 'old@example.com', 'x', 'old', 'Old', 'A', 'B');
      insert into gift_card (code_hmac, last4, term_months, created_at) values (repeat('g', 32)::bytea, 'LAST', 12, now())`)
    await client.end()
    const place = join(site.folder, 'older')
    expect(await tryBackUp({ ...site.orderFor(place), url: old })).toBeUndefined()
    await withEmpty(async url => {
      expect(await site.restoreInto(url, place)).toMatchObject({
        code: 0,
        out: expect.stringContaining('1 gift card that nobody had redeemed by then is held'),
      })
      const restored = await openClient(url)
      const { rows } = await restored.query(
        'select username, last4, held_at is not null as held, (select max(name) from schema_migration) as newest from designer, gift_card',
      )
      await restored.end()
      expect(rows).toEqual([
        { username: 'old', last4: 'LAST', held: true, newest: (await listMigrations()).at(-1)!.name },
      ])
    })
  })
})

test('a backup leaves the schema of a stopped embedded database as it is: before an upgrade it is the way back', async () => {
  const data = join(site.folder, 'stopped')
  const last = (await listMigrations()).at(-2)!.name
  const newest = async (client: pg.Client) =>
    (await client.query('select max(name) as name from schema_migration')).rows[0].name
  const withPostgres = async (work: (client: pg.Client) => Promise<unknown>) => {
    const postgres = await startPostgres({ dataDir: join(data, 'postgres') })
    const client = await openClient(postgres.url)
    try {
      return await work(client)
    } finally {
      await client.end()
      await postgres.stop()
    }
  }
  await withPostgres(client => applyMigrations(client, { until: last }))
  const place = join(site.folder, 'before-the-upgrade')
  const settings = { DATA_DIR: data, SECRET: site.secret, DEMO: '0' }
  expect(await runAdmin(['backup', place], settings)).toMatchObject({ code: 0 })
  expect(await withPostgres(newest)).toBe(last)
})

test('a restore from a place that is not there makes no folder, and one that cannot be read is a sentence', async () => {
  const typo = join(site.folder, 'no such place')
  await withEmpty(async url => {
    expect(await site.restoreInto(url, typo)).toMatchObject({
      code: 1,
      problem: `There is no folder ${typo}.\n`,
    })
    expect(await readdir(site.folder)).not.toContain('no such place')
    const refused = async () => {
      throw Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES', path: '/x' })
    }
    await expect(
      restore({ ...site.orderFor(site.whole), url, target: { ...localFiles(site.whole), get: refused } }),
    ).rejects.toThrow(
      `${site.whole} cannot be read: the program may not read or write there (/x). Nothing was restored.`,
    )
  })
})

describe('a restore is refused with a sentence, and writes nothing', () => {
  const refusals: [what: string, spoil: (place: string) => Promise<unknown>, sentence: RegExp][] = [
    ['a flipped bit', flipBitOfPart, /parts\/[0-9a-f]{64}\.zst is damaged/],
    ['a missing part', removePart, /not whole: 1 of \d+ parts are missing/],
    ['a damaged manifest', damageManifest, /is damaged, or is no backup/],
    [
      'a newer program',
      comeFromNewer,
      /made by version 99\.0\.0, which has 9999-later\.sql; this is version/,
    ],
    ['an empty folder', emptyPlace, /There is no backup at/],
  ]
  let place: string
  beforeEach(async () => {
    place = await site.copyWhole()
  })
  test.each(refusals)('%s', async (_what, spoil, sentence) => {
    await spoil(place)
    await withEmpty(async url => {
      expect(await site.restoreInto(url, place)).toMatchObject({
        code: 1,
        problem: expect.stringMatching(sentence),
      })
      const { pool, close } = connect(url)
      const { rows } = await pool
        .query("select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'")
        .finally(close)
      expect(rows).toEqual([])
    })
  })

  async function partsOf() {
    const target = localFiles(place)
    const { tables } = await readManifest(target, (await listBackups(target)).at(-1)!)
    const { sha256 } = tables.find(table => table.name === 'comment')!.parts[0]!
    return join(place, 'parts', sha256.slice(0, 2), `${sha256}.zst`)
  }
  async function flipBitOfPart() {
    const path = await partsOf()
    const bytes = await readFile(path)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(path, bytes)
  }
  async function removePart() {
    await rm(await partsOf())
  }
  async function damageManifest() {
    const [name] = await readdir(join(place, 'backups/20'))
    await truncate(join(place, 'backups/20', name!), 300)
  }
  async function comeFromNewer() {
    const target = localFiles(place)
    const manifest = await readManifest(target, (await listBackups(target)).at(-1)!)
    const later = { name: '9999-later.sql', checksum: 'f'.repeat(64) }
    await writeManifest(target, {
      ...manifest,
      program: '99.0.0',
      migrations: [...manifest.migrations, later],
    })
  }
  async function emptyPlace() {
    await rm(join(place, 'backups'), { recursive: true })
  }
})

test('a restore into a database that is not empty, or that a program uses, changes nothing', async () => {
  const place = await site.copyWhole()
  const before = await readEverything(site.connection)
  expect(await site.restoreInto(site.url, place)).toMatchObject({
    code: 1,
    problem: expect.stringContaining('in use'),
  })
  const other = await createTestDatabase()
  try {
    expect(await site.restoreInto(other.url, place)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('not empty'),
    })
  } finally {
    await other.drop()
  }
  expect(await readEverything(site.connection)).toEqual(before)
})

test('a restore into the database of a running program is refused; the file of one that was killed refuses none', async () => {
  const dataDir = join(site.folder, 'running/postgres')
  const postgres = await startPostgres({ dataDir })
  const settings = { DATA_DIR: join(site.folder, 'running'), SECRET: site.secret, DEMO: '0' }
  try {
    expect(await runAdmin(['restore', site.whole], settings)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('The program is running on this database. Stop it, then try again.'),
    })
  } finally {
    const file = join(dataDir, 'postmaster.pid')
    const left = await readFile(file)
    await postgres.stop()
    await writeFile(file, left)
  }
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
})

test('a restore that is refused names the other backups of the place', async () => {
  const place = await site.copyWhole()
  const target = localFiles(place)
  const [id] = await listBackups(target)
  const manifest = await readManifest(target, id!)
  const later = '20990101t000000000z'
  const missing = 'f'.repeat(64)
  const table = { ...manifest.tables[0]!, parts: [{ sha256: missing, bytes: 1, rows: 1 }] }
  await writeManifest(target, { ...manifest, id: later, tables: [table] })
  await withEmpty(async url => {
    const spoilt: [sentence: string, spoil?: () => Promise<unknown>][] = [
      ['is not whole'],
      ['is damaged', () => target.put(`parts/${missing}.zst`, Buffer.from('rotten'))],
      ['is no backup', () => target.put(`backups/${later}.json`, Buffer.from('rotten'))],
    ]
    for (const [sentence, spoil] of spoilt) {
      await spoil?.()
      const { code, problem } = await site.restoreInto(url, place)
      expect(code).toBe(1)
      expect(problem).toContain(sentence)
      expect(problem).toMatch(new RegExp(` Others there, which can be named instead: ${id}\\.\\n$`))
    }
    const settings = site.settingsOf(url, 'named')
    expect((await runAdmin(['restore', place, '20200101t000000000z'], settings)).problem).toBe(
      `There is no backup '20200101t000000000z' at ${place}. Others there, which can be named instead: ${id}, ${later}.\n`,
    )
    expect(await runAdmin(['restore', place, id!], settings)).toMatchObject({ code: 0 })
  })
})

test('where the list of pictures is damaged, all pictures of the place come back, and it is said that they were not compared', async () => {
  const place = await site.copyWhole()
  const target = localFiles(place)
  const { pictures } = await readManifest(target, (await listBackups(target))[0]!)
  const [damaged, removed] = pictures.filter(({ folder }) => folder === 'images')
  await target.put(`parts/${damaged!.part.sha256}.zst`, Buffer.from('rotten'))
  await target.remove(`parts/${removed!.part.sha256}.zst`)
  await withEmpty(async url => {
    const answer = await site.restoreInto(url, place)
    expect(answer).toMatchObject({ code: 0, out: expect.stringContaining(' 81 pictures brought back') })
    expect(answer.out).toContain('2 pictures of these could not be compared with the list.')
  })
})

test('after PostgreSQL’s own recovery `recovered` ends what may have been used since, and is refused while a program runs', async () => {
  await withEmpty(async url => {
    expect((await site.restoreInto(url, site.whole)).code).toBe(0)
    const settings = site.settingsOf(url, 'recovered')
    const client = await openClient(url, 'colophon')
    // As they are in a copy of the database itself.
    await client.query(`
      insert into session (token_hash, designer_id, expires_at)
        select repeat('s', 32)::bytea, min(designer_id), now() + '1 day' from designer;
      insert into collection_link (collection_id, token_hash, until, created_at)
        select min(collection_id), repeat('l', 32)::bytea, now() + '1 day', now() from collection;
      insert into webhook_delivery (webhook_id, event, subject) select webhook_id, 'logo.liked', 'x' from webhook;
      update webhook set secret = repeat('w', 52)::bytea, is_paused = false;
      update gift_card set held_at = null`)
    const read = (reader: typeof client) =>
      reader
        .query(
          `select (select count(*)::int from session) as sessions, (select count(*)::int from collection_link) as links,
             (select count(*)::int from webhook_delivery) as deliveries,
             (select bool_and(is_paused and secret is null) from webhook) as paused,
             (select count(*)::int from gift_card where held_at is not null) as held`,
        )
        .then(({ rows }) => rows[0])
    expect(await runAdmin(['recovered'], settings)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('The database is in use (colophon). Stop the program'),
    })
    expect(await read(client)).toEqual({ sessions: 1, links: 1, deliveries: 1, paused: false, held: 0 })
    await client.end()
    expect(await runAdmin(['recovered'], settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 gift cards that nobody had redeemed by then are held'),
    })
    const after = await openClient(url)
    expect(await read(after).finally(() => after.end())).toEqual({
      sessions: 0,
      links: 0,
      deliveries: 0,
      paused: true,
      held: 2,
    })
  })
})

test('another SECRET is said; a damaged picture is named, and all else is restored', async () => {
  const place = await site.copyWhole()
  const [shard] = await readdir(join(place, 'images'))
  const [name] = await readdir(join(place, 'images', shard!))
  await writeFile(join(place, 'images', shard!, name!), 'another picture')
  await withEmpty(async url => {
    const answer = await site.restoreInto(url, place, {
      SECRET: 'another secret of more than thirty-two characters',
    })
    expect(answer.code).toBe(1)
    expect(answer.out).toContain('SECRET is not the one of the backup')
    expect(answer.out).toContain('80 pictures brought back')
    expect(answer.problem).toContain(`1 picture is missing or damaged in the backup, such as images/${name}`)
  })
})
