import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { compareNext } from '../../jobs/compare-looks.ts'
import { startDescribing } from '../../jobs/describe-logos.ts'
import { drawChanges } from '../../jobs/draw-atlases.ts'
import { startPaletteJob } from '../../jobs/find-palettes.ts'
import { type Files, localFiles } from '../../outside/files.ts'
import { avatarName, decodeLogo, originalName, pictureHash, storeLogo } from '../../outside/images.ts'
import { queueForRemoval } from './queries.ts'
import { requireStore, StoreAway } from './read-from-store.ts'
import { removeUnused } from './remove-pictures.ts'

let server: TestServer
let folder: string
/** The store, and where its folder is while it is away. */
let [at, aside]: [string, string] = ['', '']
let files: Files
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.db.deleteFrom('logo').execute()
  for (const table of ['sixteen_change', 'sixteen_square', 'sixteen_atlas'] as const)
    await server.db.deleteFrom(table).execute()
  await server.db.deleteFrom('unused_picture').execute()
  folder = await mkdtemp(join(tmpdir(), 'colophon-store-'))
  at = join(folder, 'files')
  aside = join(folder, 'aside')
  files = localFiles(at)
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => server.close())

/** A picture of two colours, in the store. */
async function storePicture() {
  const ring = { create: { width: 200, height: 200, channels: 3, background: '#c8102e' } } as const
  const input = await sharp(ring).png().toBuffer()
  const png = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#ffffff' } })
    .composite([{ input }])
    .png()
    .toBuffer()
  const picture = await decodeLogo(png)
  await storeLogo(files, picture)
  return picture
}

const looks = () =>
  server.db.selectFrom('logo_look').orderBy('logo_id').select(['logo_id', 'views']).execute()
const colors = () => server.db.selectFrom('logo').orderBy('logo_id').select('colors').execute()
const checks = () => server.db.selectFrom('look_check').select('logo_id').execute()
const squares = () => server.db.selectFrom('sixteen_square').select('logo_id').execute()

/** The store's disk is gone: its folder is missing, or it is the empty one of the mount point. */
const states = { missing: async () => {}, empty: async () => void (await mkdir(at)) }

for (const [state, leave] of Object.entries(states))
  test(`while the store’s folder is ${state} the jobs store nothing and say so once; once it is back they make everything, and of a lost picture an empty look`, async () => {
    const picture = await storePicture()
    const there = await createLogo(server.db, { image: picture.image, side: picture.side })
    const lost = await createLogo(server.db)
    await server.db.insertInto('look_check').values({ logo_id: there.logo_id }).execute()
    await rename(at, aside)
    await leave()

    let asked = 0
    const get: Files['get'] = name => {
      asked++
      return files.get(name)
    }
    const stores = { ...server.services, files: { ...files, get } }
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line).msg) })
    const soon = { everyMs: 10, idleMs: 10, retryMs: 10 }
    const jobs = [startDescribing(stores, log, soon), startPaletteJob(stores, log, soon)]
    try {
      await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(20)
      const away = /no picture of any logo/
      await expect(compareNext(stores)).rejects.toThrow(away)
      await expect(drawChanges(stores)).rejects.toThrow(away)
      expect(said.toSorted()).toEqual(['logos wait for their descriptors', 'the colors of a picture wait'])
      expect([await looks(), await squares()]).toEqual([[], []])
      expect(await colors()).toEqual([{ colors: null }, { colors: null }])
      expect(await checks()).toEqual([{ logo_id: there.logo_id }])

      await rm(at, { recursive: true, force: true })
      await rename(aside, at)
      await expect.poll(async () => (await looks()).length, { timeout: 20_000 }).toBe(2)
      await expect
        .poll(colors, { timeout: 20_000 })
        .toEqual([{ colors: picture.palette.colors }, { colors: [] }])
    } finally {
      await Promise.all(jobs.map(job => job.stop()))
    }
    expect(await looks()).toEqual([
      { logo_id: there.logo_id, views: picture.look },
      { logo_id: lost.logo_id, views: Buffer.alloc(0) },
    ])
    expect(await compareNext(stores)).toBe(true)
    expect(await checks()).toEqual([])
    while (await drawChanges(stores));
    expect(await squares()).toEqual([{ logo_id: there.logo_id }])
  })

test('the files of a deleted logo, and an avatar, are removed once the store is back, not forgotten while it is away', async () => {
  const { image } = await storePicture()
  const { logo_id } = await createLogo(server.db, { image })
  const stays = 'e'.repeat(32)
  await createLogo(server.db, { image: stays })
  await files.put(originalName(stays), Buffer.from('a picture'))
  const avatar = 'a'.repeat(32)
  await files.put(avatarName(avatar), Buffer.from('a picture'))
  await server.db.insertInto('unused_picture').values({ kind: 'avatar', image: avatar }).execute()
  await server.db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
  await queueForRemoval(server.db, [{ kind: 'logo', image: pictureHash(image) }])
  const queued = () => server.db.selectFrom('unused_picture').select('image').execute()
  await rename(at, aside)
  const problems: unknown[] = []
  await removeUnused({ db: server.db, files }, problem => problems.push(problem))
  expect(problems).toEqual(Array(2).fill(expect.any(StoreAway)))
  expect(await queued()).toHaveLength(2)
  await rename(aside, at)
  await removeUnused({ db: server.db, files }, problem => expect.unreachable(String(problem)))
  expect(await queued()).toEqual([])
  const names = [originalName(image), avatarName(avatar), originalName(stays)]
  expect(await Promise.all(names.map(name => files.has(name)))).toEqual([false, false, true])
})

test('the store is away although it has what was uploaded last, and is there with any of the others', async () => {
  const ids = Array.from({ length: 200 }, (_, i) => `${i}`.padStart(3, '0'))
  const imageOf = (id: string) => `${id}${'0'.repeat(29)}`
  await requireStore(server.db, files)
  const { designer_id } = await createLogo(server.db, { image: imageOf('000') })
  for (const id of ids.slice(1)) await createLogo(server.db, { designer_id, image: imageOf(id) })
  const put = (id: string) => files.put(originalName(imageOf(id)), Buffer.from('a picture'))
  await put('199')
  await put('198')
  await expect(requireStore(server.db, files)).rejects.toThrow(/no picture of any logo/)
  for (const id of ids.slice(100, 104)) await put(id)
  await requireStore(server.db, files)
})
