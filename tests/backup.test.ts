import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { writeSchemaSql } from '../scripts/generate/schema-sql.ts'
import { createScratchDatabase } from '../scripts/generate/scratch.ts'
import { type Connection, connect } from '../server/db/connect.ts'
import { listBackups, readManifest, writeManifest } from '../server/features/backups/manifest.ts'
import { claimGiftCard, createGiftCards } from '../server/features/gift-cards/queries.ts'
import { refreshSuggestions } from '../server/features/search/queries.ts'
import { localFiles } from '../server/outside/files.ts'
import { createDesigner, createLogo } from './factories.ts'
import { type Answer, runAdmin } from './run-admin.ts'
import { canRunS3Store, s3Settings, startS3Store } from './s3-store.ts'
import { createTestDatabase } from './test-database.ts'

// The newcomer's drill: fill, back up, destroy, restore, compare everything; and each way in which it can go wrong.

const secret = 'a secret of the drill, with more than thirty-two characters'

let folder: string
let source: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection
let codes: string[]
let made: Answer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-backup-'))
  source = await createTestDatabase()
  connection = connect(source.url)
  codes = await fill()
  made = await backUp(whole())
})
afterAll(async () => {
  await connection?.close()
  await source?.drop()
  await rm(folder, { recursive: true, force: true })
})

const settingsOf = (url: string, data: string) => ({
  DATABASE_URL: url,
  DATA_DIR: join(folder, data),
  SECRET: secret,
  DEMO: '0',
})
const own = () => settingsOf(source.url, 'data')
const backUp = (place: string, more: Record<string, string> = {}) =>
  runAdmin(['backup', place], { ...own(), ...more })

/** A backup of all that `fill` makes, and a copy of it that a test may spoil. */
const whole = () => join(folder, 'whole')
async function copyWhole() {
  const place = join(folder, `copy-${randomUUID()}`)
  await cp(whole(), place, { recursive: true })
  return place
}

/** Rows of every kind that a text format could spoil, and pictures. */
async function fill() {
  const { db } = connection
  const owner = await createDesigner(db, {
    company: 'Tab\tand “quotes” \\ backslash',
    company_description: 'line one\nline two\r\nnull is \\N, and \\. ends nothing; 字 🖋',
  })
  const fan = await createDesigner(db)
  const files = localFiles(join(folder, 'data/files'))
  for (let i = 0; i < 40; i++) {
    const image = `${i.toString(16).padStart(2, '0')}${randomUUID().replaceAll('-', '').slice(2)}`
    const { logo_id } = await createLogo(db, { designer_id: owner.designer_id, title: `Mark ${i}`, image })
    await files.put(`images/${image}-320.webp`, Buffer.from(`picture ${i}`))
    await files.put(`originals/${image}.png`, Buffer.from(`original ${i}`))
    if (i === 0) await files.put(`vectors/${image}`, Buffer.from('vector'))
    await db.insertInto('logo_like').values({ logo_id, designer_id: fan.designer_id }).execute()
    await db
      .insertInto('comment')
      .values({ logo_id, designer_id: fan.designer_id, comment: `Fine \\ ${i}\t` })
      .execute()
  }
  const cards = await createGiftCards(db, secret, {
    count: 3,
    term_months: 12,
    note: '',
    expires_at: null,
    now: new Date(),
  })
  const redeemed = await claimGiftCard(db, secret, {
    typed: cards[0]!.code,
    designer_id: fan.designer_id,
    at: new Date(),
  })
  expect(redeemed).toBeDefined()
  await db
    .insertInto('api_token')
    .values({
      designer_id: owner.designer_id,
      name: 'Studio site',
      scope: 'write',
      token_hash: Buffer.alloc(32, 7),
      created_at: new Date(),
    })
    .execute()
  await db
    .insertInto('webhook')
    .values({
      designer_id: owner.designer_id,
      url: 'https://studio.example/hook',
      events: ['logo.liked'],
      secret: Buffer.alloc(52, 7),
      created_at: new Date(),
      next_attempt_at: new Date(),
    })
    .execute()
  await refreshSuggestions(db)
  return cards.map(card => card.code)
}

/** Every row of every table but those that a backup leaves out, and the schema. */
async function readEverything({ pool }: Connection) {
  const leftOut = [
    'session',
    'half_sign_in',
    'webauthn_challenge',
    'password_reset',
    'api_token',
    'webhook_delivery',
    'limit_count',
    'schema_migration',
  ]
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of rows.filter(row => !leftOut.includes(row.name)))
    content[name] = (await pool.query(`select t::text as row from "${name}" t order by 1`)).rows.map(
      row => row.row,
    )
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

/** Runs `work` with an empty database. */
async function withEmpty<T>(work: (url: string) => Promise<T>): Promise<T> {
  const empty = await createScratchDatabase(inject('database').server)
  try {
    return await work(empty.url)
  } finally {
    await empty.drop()
  }
}

const restoreInto = (url: string, place: string, more: Record<string, string> = {}): Promise<Answer> =>
  runAdmin(['restore', place], { ...settingsOf(url, `restored-${randomUUID()}`), ...more })

test('what was filled, backed up, destroyed and restored is the same: schema, every row, every picture', async () => {
  const place = whole()
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('is made and proved') })
  expect(made.out).toContain('81 pictures copied now')
  const before = await readEverything(connection)
  await withEmpty(async url => {
    const restored = await runAdmin(['restore', place], settingsOf(url, 'drilled'))
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('81 pictures brought back') })
    const other = connect(url)
    try {
      const after = await readEverything(other)
      expect(after.schema).toBe(before.schema)
      // Held, and reconciled at the next start.
      for (const changed of ['gift_card', 'setting', 'webhook'] as const) {
        expect(after.content[changed]).not.toEqual(before.content[changed])
        delete after.content[changed]
        delete before.content[changed]
      }
      expect(after.content).toEqual(before.content)
      expect(await readFolder(join(folder, 'drilled/files'))).toEqual(
        await readFolder(join(folder, 'data/files')),
      )
      // A sequence goes on where it was.
      const logo = await createLogo(other.db)
      const { rows } = await connection.pool.query('select max(logo_id) as id from logo')
      expect(logo.logo_id).toBe(rows[0].id + 1)
    } finally {
      await other.close()
    }
  })
})

test('gift cards are held after a restore until staff release them; a redeemed one stays redeemed; sessions, API tokens and webhooks’ secrets are gone', async () => {
  const place = whole()
  await withEmpty(async url => {
    const answer = await restoreInto(url, place)
    expect(answer.out).toContain('2 gift cards that nobody had redeemed by then are held')
    const other = connect(url)
    try {
      const { db } = other
      const member = await createDesigner(db)
      const redeem = (code: string) =>
        claimGiftCard(db, secret, { typed: code, designer_id: member.designer_id, at: new Date() })
      for (const code of codes) expect(await redeem(code)).toBeUndefined()
      expect(
        await runAdmin(['gift-cards', 'release', 'all', '--why', 'Looked at'], settingsOf(url, 'held')),
      ).toMatchObject({
        code: 0,
        out: '2 gift cards released.\n',
      })
      expect([await redeem(codes[0]!), await redeem(codes[1]!)]).toEqual([undefined, expect.anything()])
      expect((await other.pool.query('select is_paused, secret from webhook')).rows).toEqual([
        { is_paused: true, secret: null },
      ])
      for (const gone of ['session', 'api_token'])
        expect((await other.pool.query(`select count(*)::int as n from ${gone}`)).rows).toEqual([{ n: 0 }])
    } finally {
      await other.close()
    }
  })
})

test('the second backup copies only new pictures, shares unchanged parts, and prunes what only older ones have', async () => {
  const place = await copyWhole()
  const target = localFiles(place)
  const files = localFiles(join(folder, 'data/files'))
  const image = `aa${randomUUID().replaceAll('-', '').slice(2)}`
  await files.put(`images/${image}-320.webp`, Buffer.from('new'))
  expect((await backUp(place)).out).toContain(' 1 picture copied now')
  const [first, second] = await Promise.all((await listBackups(target)).map(id => readManifest(target, id)))
  const shared = (name: string) =>
    [first!, second!].map(each => each.tables.find(table => table.name === name)!.parts)
  expect(shared('logo')[0]).toEqual(shared('logo')[1])
  await files.remove(`images/${image}-320.webp`)
  const pruned = await runAdmin(['backup', place, '--keep', '1'], own())
  expect(pruned.out).toContain('2 older backups removed.')
  expect(await target.has(`images/${image}-320.webp`)).toBe(false)
  await withEmpty(async url => expect((await restoreInto(url, place)).code).toBe(0))
})

describe('a restore is refused with a sentence, and the database stays empty', () => {
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
    place = await copyWhole()
  })
  test.each(refusals)('%s', async (_what, spoil, sentence) => {
    await spoil(place)
    await withEmpty(async url => {
      expect(await restoreInto(url, place)).toMatchObject({
        code: 1,
        problem: expect.stringMatching(sentence),
      })
      const { pool, close } = connect(url)
      try {
        const { rows } = await pool.query(
          "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace",
        )
        expect(rows).toEqual([{ n: 0 }])
      } finally {
        await close()
      }
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
  const place = await copyWhole()
  const before = await readEverything(connection)
  expect(await restoreInto(source.url, place)).toMatchObject({
    code: 1,
    problem: expect.stringContaining('in use'),
  })
  const other = await createTestDatabase()
  try {
    expect(await restoreInto(other.url, place)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('not empty'),
    })
  } finally {
    await other.drop()
  }
  expect(await readEverything(connection)).toEqual(before)
})

test('another SECRET is said; a damaged picture is named, and all else is restored', async () => {
  const place = await copyWhole()
  const [shard] = await readdir(join(place, 'images'))
  const [name] = await readdir(join(place, 'images', shard!))
  await writeFile(join(place, 'images', shard!, name!), 'another picture')
  await withEmpty(async url => {
    const answer = await restoreInto(url, place, {
      SECRET: 'another secret of more than thirty-two characters',
    })
    expect(answer.code).toBe(1)
    expect(answer.out).toContain('SECRET is not the one of the backup')
    expect(answer.out).toContain('80 pictures brought back')
    expect(answer.problem).toContain(`1 picture is missing or damaged in the backup, such as images/${name}`)
  })
})

test('two backups at once: the second is refused; a foreign place is refused; both leave what is there', async () => {
  const place = join(folder, 'twice')
  const [one, two] = await Promise.all([
    import('../server/features/backups/back-up.ts').then(({ backUp }) => tryBackUp(backUp, place)),
    import('../server/features/backups/back-up.ts').then(({ backUp }) => tryBackUp(backUp, place)),
  ])
  expect([one, two].sort()).toEqual([
    'Another backup of this site is being made. Wait for it, then try again.',
    'made',
  ])
  const foreign = await createTestDatabase()
  try {
    expect(await runAdmin(['backup', place], settingsOf(foreign.url, 'foreign'))).toMatchObject({
      code: 1,
      problem: expect.stringContaining('holds the backups of another site'),
    })
  } finally {
    await foreign.drop()
  }
  expect(await listBackups(localFiles(place))).toHaveLength(1)
})

const tryBackUp = (backUp: typeof import('../server/features/backups/back-up.ts').backUp, place: string) =>
  backUp({
    url: source.url,
    files: localFiles(join(folder, 'data/files')),
    target: localFiles(place),
    where: place,
    secret,
    scratch: join(folder, `scratch-${randomUUID()}`),
    now: () => new Date(),
    onProgress: () => {},
  }).then(
    () => 'made',
    (error: Error) => error.message,
  )

test('a disk that fills up half-way leaves the backups from before, and the desk says why there is no new one', async () => {
  const place = await copyWhole()
  const before = await readFolder(place)
  const target = localFiles(place)
  const files = localFiles(join(folder, 'data/files'))
  await files.put(`images/bb${randomUUID().replaceAll('-', '').slice(2)}-320.webp`, Buffer.from('one more'))
  const full = {
    ...target,
    put: async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    },
  }
  const { backUp: make } = await import('../server/features/backups/back-up.ts')
  const order = {
    url: source.url,
    files,
    target: full,
    where: place,
    secret,
    scratch: folder,
    now: () => new Date(),
  }
  await expect(make({ ...order, onProgress: () => {} })).rejects.toThrow(
    `No backup was made at ${place}: there is no space left. The backups from before are as they were.`,
  )
  expect(await readFolder(place)).toEqual(before)
  const { rows } = await connection.pool.query("select value from setting where name = 'backup problem'")
  expect(rows[0].value.why).toContain('there is no space left')
})

test('what cannot be a place is refused: a file, a bucket without a name, S3 without its settings', async () => {
  await mkdir(join(folder, 'places'))
  const file = join(folder, 'places/file')
  await writeFile(file, '')
  expect((await backUp(file)).problem).toContain(`Nothing can be written to ${file}`)
  expect((await backUp('s3://x/y/z')).problem).toContain('names no bucket')
  expect((await backUp('s3://backups')).problem).toContain('needs the settings S3_ENDPOINT')
  expect((await runAdmin(['backup', file, '--every', '24h'], own())).problem).toContain('set BACKUP_TO=')
})

describe.skipIf(!canRunS3Store)('an S3 store (left out where Swift is not installed)', () => {
  test('a backup in a bucket is restored; a bucket that is not there is a sentence', async () => {
    const store = await startS3Store()
    try {
      const s3 = s3Settings(store)
      // The pictures stay in the folder: the store is for backups alone.
      const settings = { ...s3, S3_BUCKET: '', BACKUP_TO: 's3://pictures' }
      expect(await backUp('s3://pictures', settings)).toMatchObject({ code: 0, problem: expect.any(String) })
      await withEmpty(async url => {
        expect(await restoreInto(url, 's3://pictures', settings)).toMatchObject({
          code: 0,
          out: expect.stringContaining('pictures brought back'),
        })
      })
      expect(await backUp('s3://nowhere', settings)).toMatchObject({
        code: 1,
        problem: expect.stringContaining('S3 store'),
      })
    } finally {
      await store.close()
    }
  })
})
