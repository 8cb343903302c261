import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { backUp } from '../server/features/backups/back-up.ts'
import { hashOfBytes, idOf, listBackups, readManifest } from '../server/features/backups/manifest.ts'
import { listPictures, pictureShards } from '../server/features/backups/pictures.ts'
import { findLastBackup } from '../server/features/backups/queries.ts'
import { localFiles } from '../server/outside/files.ts'
import { originalName } from '../server/outside/images.ts'
import { type BackupSite, openBackupSite, tryBackUp, withEmpty } from './backup-site.ts'
import { runAdmin } from './run-admin.ts'
import { canRunS3Store, s3Settings, startS3Store } from './s3-store.ts'
import { createTestDatabase } from './test-database.ts'

// Each way in which a backup can go wrong: a sentence, and nothing that was there is lost.

let site: BackupSite
beforeAll(async () => {
  site = await openBackupSite()
})
afterAll(() => site?.close())

const newPicture = async () => {
  const name = `images/aa${randomUUID().replaceAll('-', '').slice(2)}-320.webp`
  await site.files.put(name, Buffer.from(name))
  return name
}
const problem = async () =>
  (await site.connection.pool.query("select value from setting where name = 'backup problem'")).rows[0]?.value
    .why

/** Each of several backups is proved in a database of its own. */
const patience = { timeout: 300_000 }

test('the second backup copies only new pictures, shares unchanged parts, prunes what only older ones have, and a restored copy is refused at its place', async () => {
  const place = await site.copyWhole()
  const target = localFiles(place)
  const picture = await newPicture()
  expect((await site.backUp(place)).out).toContain(' 1 picture copied now')
  const [first, second] = await Promise.all((await listBackups(target)).map(id => readManifest(target, id)))
  const shared = (name: string) =>
    [first!, second!].map(each => each.tables.find(table => table.name === name)!.parts)
  expect(shared('logo')[0]).toEqual(shared('logo')[1])
  await site.files.remove(picture)
  const pruned = await runAdmin(['backup', place, '--keep', '1'], site.settings)
  expect(pruned.out).toContain('2 older backups removed.')
  expect(await target.has(picture)).toBe(false)
  await withEmpty(async url => {
    expect((await site.restoreInto(url, place)).code).toBe(0)
    const copy = connect(url)
    // The backups of the site are not those of the copy.
    expect(await findLastBackup(copy.db).finally(copy.close)).toBeUndefined()
    // The copy does not prune the backups of the site, unless it is told that it takes the site's place.
    const order = { ...site.orderFor(place), url, keep: 1 }
    expect(await tryBackUp(order)).toContain('of the one that this was restored from')
    expect(await backUp({ ...order, takesOver: true })).toMatchObject({ copied: 0, removed: 1 })
  })
})

test(
  'where the proof finds a part or a picture that is not what was written, there is no manifest, and all is copied again, until a backup has all pictures',
  patience,
  async () => {
    const place = join(site.folder, 'spoilt')
    const order = site.orderFor(place)
    const spoilt: [kind: string, sentence: RegExp][] = [
      ['parts/', /parts\/[0-9a-f]{64}\.zst is damaged/],
      ['images/', /The picture images\/\S+ is missing in the backup, or damaged/],
    ]
    for (const [kind, sentence] of spoilt) {
      /** A disk that flips a bit of what it is given. */
      const put = async (name: string, bytes: Uint8Array) => {
        const written = Buffer.from(bytes)
        if (name.startsWith(kind)) written[written.length >> 1]! ^= 1
        await order.target.put(name, written)
      }
      expect(await tryBackUp({ ...order, target: { ...order.target, put } })).toMatch(sentence)
      expect(await listBackups(order.target)).toEqual([])
      expect(await problem()).toMatch(sentence)
    }
    const notMounted = localFiles(join(site.folder, 'not-mounted'))
    expect(await backUp({ ...order, files: notMounted })).toMatchObject({ missing: { count: 40 }, copied: 0 })
    const full = { ...order.target, put: () => Promise.reject(new Error('The disk is full.')) }
    expect(await tryBackUp({ ...order, target: full })).toContain('The disk is full')
    expect(await tryBackUp(order)).toBeUndefined()
    expect(await problem()).toBeUndefined()
    for (const shard of pictureShards)
      for (const name of await order.files.list('images', shard))
        expect([name, await order.target.get(name)]).toEqual([name, await order.files.get(name)])
  },
)

test(
  'a damaged manifest stops no backup and is removed with its age; where pruning fails, the backup counts',
  patience,
  async () => {
    const place = await site.copyWhole()
    const order = { ...site.orderFor(place), keep: 1 }
    await order.target.put(`backups/${idOf(new Date())}.json`, Buffer.from('rotten'))
    const remove = async () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    }
    expect(await tryBackUp({ ...order, target: { ...order.target, remove } })).toMatch(
      /^The backup \S+ is made and proved, but older ones were not removed: the program may not read or write there\.$/,
    )
    expect(await listBackups(order.target)).toHaveLength(3)
    expect(await backUp(order)).toMatchObject({ copied: 0, removed: 3 })
    expect(await listBackups(order.target)).toHaveLength(1)
  },
)

test(
  'without the disk of the pictures the database is backed up all the same, but not when it is lost on the way; missing pictures are counted, a restore has them, and nothing older is removed',
  patience,
  async () => {
    const place = await site.copyWhole()
    const order = { ...site.orderFor(place), keep: 1 }
    const pictures = async () => {
      const ids = await listBackups(order.target)
      const { pictures } = await readManifest(order.target, ids.at(-1)!)
      return (await Promise.all(pictures.map(shard => listPictures(order.target, shard)))).flat()
    }
    const before = await pictures()
    const all = { missing: { count: 40 }, copied: 0, removed: 0 }
    const notMounted = localFiles(join(site.folder, 'not-mounted'))
    expect(await backUp({ ...order, files: notMounted })).toMatchObject(all)
    expect(await pictures()).toEqual(before)
    // They are copied in this order. Only `originals` are listed before.
    for (const lostAt of ['images', 'vectors']) {
      let isLost = false
      const list = async (folder: string, shard: string) => {
        isLost ||= folder === lostAt
        return isLost ? [] : order.files.list(folder, shard)
      }
      expect(await tryBackUp({ ...order, files: { ...order.files, list } }), lostAt).toContain(
        'left the site’s store during the backup',
      )
    }
    expect(await listBackups(order.target)).toHaveLength(2)
    const elsewhere = site.orderFor(join(site.folder, 'first-without-pictures'))
    expect(await backUp({ ...elsewhere, files: notMounted })).toMatchObject(all)
    await withEmpty(async url => {
      expect(await site.restoreInto(url, elsewhere.where)).toMatchObject({
        code: 1,
        out: expect.stringContaining(' 0 pictures brought back'),
        problem: expect.stringContaining(
          '40 pictures are missing or damaged in the backup, such as originals/',
        ),
      })
    })

    const { rows } = await site.connection.pool.query('select max(image) as image from logo')
    const lost = originalName(rows[0].image)
    const list = async (folder: string, shard: string) =>
      (await order.files.list(folder, shard)).filter(name => name !== lost)
    expect(await backUp({ ...order, files: { ...order.files, list } })).toMatchObject({
      missing: { count: 1, such_as: lost },
      removed: 0,
    })
    expect(await listBackups(order.target)).toHaveLength(3)
    expect(await pictures()).toContain(lost)
    expect(await order.target.has(lost)).toBe(true)
  },
)

test('a place that is empty though a backup was made there is refused, as a disk is that is not mounted, unless it is taken over', async () => {
  const place = await site.copyWhole()
  const order = site.orderFor(place)
  const { at } = await backUp(order)
  await rm(place, { recursive: true })
  await mkdir(place)
  expect(await tryBackUp(order)).toMatch(
    `No backup was made at ${place}: it is empty, though the backup of ${at} was made there. Is its disk mounted? If its`,
  )
  expect(await readdir(place)).toEqual([])
  expect(await backUp({ ...order, takesOver: true })).toMatchObject({ rows: expect.any(Number) })
  expect(await listBackups(order.target)).toHaveLength(1)
})

test('a backup of a newer form is named as such, and left alone', async () => {
  const place = await site.copyWhole()
  const [name] = await readdir(join(place, 'backups/20'))
  const text = (await readFile(join(place, 'backups/20', name!), 'utf8')).split('\n')[1]!
  const later = text.replace('"format":1', '"format":2')
  await writeFile(
    join(place, 'backups/20', name!),
    `${JSON.stringify({ sha256: hashOfBytes(later) })}\n${later}\n`,
  )
  expect((await site.backUp(place)).problem).toMatch(/was made by version \S+, in a form that is newer/)
})

test(
  'two backups at once: the second is refused, and is no failure; a foreign place is refused; both leave what is there',
  patience,
  async () => {
    const place = join(site.folder, 'twice')
    const [one, two] = await Promise.all([tryBackUp(site.orderFor(place)), tryBackUp(site.orderFor(place))])
    expect([one, two].filter(Boolean)).toEqual([
      'Another backup of this site is being made. Wait for it, then try again.',
    ])
    expect(await problem()).toBeUndefined()
    const foreign = await createTestDatabase()
    try {
      expect(await runAdmin(['backup', place], site.settingsOf(foreign.url, 'foreign'))).toMatchObject({
        code: 1,
        problem: expect.stringContaining('holds the backups of another site'),
      })
      expect(
        await runAdmin(['backup', place, '--take-over'], site.settingsOf(foreign.url, 'foreign')),
      ).toMatchObject({ code: 1, problem: expect.stringContaining('this one was not restored from') })
    } finally {
      await foreign.drop()
    }
    expect(await listBackups(localFiles(place))).toHaveLength(1)
  },
)

test('a connection that is lost during the proof loses the lock: the backup gets no manifest', async () => {
  const place = join(site.folder, 'unlocked')
  const order = site.orderFor(place)
  const target = {
    ...order.target,
    async get(name: string) {
      // Parts of a new place are read by the proof alone.
      await site.connection.pool.query(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'colophon backup' and datname = current_database()",
      )
      return order.target.get(name)
    },
  }
  expect(await tryBackUp({ ...order, target })).toBe(
    `No backup was made at ${place}: the connection to the database was lost. The backups from before are as they were.`,
  )
  expect(await listBackups(order.target)).toEqual([])
})

test('a backup that is given up ends, leaves no scratch database, and is no failure', async () => {
  const place = join(site.folder, 'given-up')
  const order = site.orderFor(place)
  await site.connection.pool.query("delete from setting where name = 'backup problem'")
  const giveUp = new AbortController()
  const target = {
    ...order.target,
    async get(name: string) {
      giveUp.abort()
      return order.target.get(name)
    },
  }
  expect(await tryBackUp({ ...order, target, signal: giveUp.signal })).toContain('No backup was made')
  expect(await problem()).toBeUndefined()
  expect(await readdir(order.scratch)).toEqual([])
})

test(
  'a disk that fills up half-way leaves the backups from before, the desk says why there is no new one, and the next uses what was copied',
  patience,
  async () => {
    const place = await site.copyWhole()
    const order = site.orderFor(place)
    const before = await listBackups(order.target)
    const pictures = [await newPicture(), await newPicture(), await newPicture()]
    let copied = 0
    const first = Promise.withResolvers<void>()
    const put = async (name: string, bytes: Uint8Array) => {
      if (name.startsWith('images/') && ++copied > 1) {
        // Two of them may be copied at once.
        await first.promise
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      }
      await order.target.put(name, bytes)
      if (name.startsWith('images/')) first.resolve()
    }
    const sentence = `No backup was made at ${place}: there is no space left. The backups from before are as they were.`
    expect(await tryBackUp({ ...order, target: { ...order.target, put } })).toBe(sentence)
    expect(await problem()).toBe(sentence)
    expect(await listBackups(order.target)).toEqual(before)
    expect((await Promise.all(pictures.map(name => order.target.has(name)))).filter(Boolean)).toHaveLength(1)
    expect(await backUp(order)).toMatchObject({ copied: 2 })
  },
)

test('a place is refused if it is a file, a bucket without a name, or S3 without its settings', async () => {
  await mkdir(join(site.folder, 'places'))
  const file = join(site.folder, 'places/file')
  await writeFile(file, '')
  expect((await site.backUp(file)).problem).toContain(`Nothing can be written to ${file}`)
  expect((await site.backUp('s3://x/y/z')).problem).toContain('names no bucket')
  expect((await site.backUp('s3://backups')).problem).toContain('needs the settings S3_ENDPOINT')
  expect((await runAdmin(['backup', file, '--every', '24h'], site.settings)).problem).toContain(
    'set BACKUP_TO=',
  )
})

test('the pictures’ own place is refused, also a folder inside or around it, and every picture stays', async () => {
  const pictures = join(site.folder, 'data/files')
  const before = await readdir(pictures, { recursive: true })
  const link = join(site.folder, 'link')
  await symlink(pictures, link)
  for (const place of [pictures, `${pictures}/backups`, join(site.folder, 'data'), site.folder, link])
    expect(await runAdmin(['backup', place, '--keep', '1'], site.settings), place).toMatchObject({
      code: 1,
      problem: expect.stringContaining('holds the site’s pictures, or lies among them'),
    })
  expect(await readdir(pictures, { recursive: true })).toEqual(before)
  const store = {
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_REGION: 'x',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  }
  expect((await site.backUp('s3://pictures', store)).problem).toContain('is where the site’s pictures are')
})

describe.skipIf(!canRunS3Store)('an S3 store (left out where Swift is not installed)', () => {
  test(
    'a backup in a bucket is restored; a bucket that is not there, or without rights, is a sentence',
    patience,
    async () => {
      const store = await startS3Store()
      try {
        const s3 = s3Settings(store)
        // The pictures stay in the folder: the store is for backups alone.
        const settings = { ...s3, S3_BUCKET: '', BACKUP_TO: 's3://pictures' }
        expect(await site.backUp('s3://pictures', settings)).toMatchObject({
          code: 0,
          problem: expect.any(String),
        })
        await withEmpty(async url => {
          expect(await site.restoreInto(url, 's3://pictures', settings)).toMatchObject({
            code: 0,
            out: expect.stringContaining('pictures brought back'),
          })
        })
        expect(await site.backUp('s3://nowhere', settings)).toMatchObject({
          code: 1,
          problem: expect.stringContaining('S3 store'),
        })
        const wrongKey = { ...settings, S3_SECRET_ACCESS_KEY: 'another' }
        expect(await site.backUp('s3://pictures', wrongKey)).toMatchObject({
          code: 1,
          problem: expect.stringMatching(
            /No backup was made at s3:\/\/pictures: The S3 store answered .* with 403 \w+\. The backups from before are as they were\./,
          ),
        })
      } finally {
        await store.close()
      }
    },
  )
})
