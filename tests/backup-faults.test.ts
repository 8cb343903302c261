import { randomUUID } from 'node:crypto'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBackups, readManifest } from '../server/features/backups/manifest.ts'
import { localFiles } from '../server/outside/files.ts'
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

test('the second backup copies only new pictures, shares unchanged parts, and prunes what only older ones have', {
  timeout: 300_000,
}, async () => {
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
  await withEmpty(async url => expect((await site.restoreInto(url, place)).code).toBe(0))
})

test('two backups at once: the second is refused, and is no failure; a foreign place is refused; both leave what is there', async () => {
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
  } finally {
    await foreign.drop()
  }
  expect(await listBackups(localFiles(place))).toHaveLength(1)
})

test('a full disk leaves the backups from before, and the desk says why there is no new one', async () => {
  const place = await site.copyWhole()
  const order = site.orderFor(place)
  const before = await listBackups(order.target)
  await newPicture()
  const put = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const sentence = `No backup was made at ${place}: there is no space left. The backups from before are as they were.`
  expect(await tryBackUp({ ...order, target: { ...order.target, put } })).toBe(sentence)
  expect(await problem()).toBe(sentence)
  expect(await listBackups(order.target)).toEqual(before)
})

test('what cannot be a place is refused: a file, a bucket without a name, S3 without its settings', async () => {
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
  test('a backup in a bucket is restored; a bucket that is not there is a sentence', async () => {
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
    } finally {
      await store.close()
    }
  })
})
