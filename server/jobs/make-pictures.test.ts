import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo, makePicture, pictureFiles } from '../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../tests/server.ts'
import { completeImage, decodeLogo, originalName, pictureHash } from '../outside/images.ts'
import { makeNext, startPictureJobs } from './make-pictures.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn(await createDesigner(server.db))
})
afterAll(() => server.close())
afterEach(async () => {
  await server.db.deleteFrom('picture_job').execute()
})

const silent = pino({ level: 'silent' })

async function submission() {
  const file_base64 = (await makePicture({ side: 200 })).toString('base64')
  return { logo: 'Rosa', logotype: 'Symbol' as const, file_base64 }
}
const upload = async () => owner.call(api.logos.submit, await submission())
const imageOf = async (logo_id: number) => (await owner.call(api.logos.find, { logo_id })).data[0]!.image
const missing = async (image: string) => {
  const names = pictureFiles(image)
  expect(names.length).toBeGreaterThan(3)
  const there = await Promise.all(names.map(name => server.files.has(name)))
  return names.filter((_, i) => !there[i])
}
const jobs = () => server.db.selectFrom('picture_job').select('hash').execute()

/** A logo as an earlier version has left it: eight files, no strip. */
async function createFormer() {
  const { hash, original } = await decodeLogo(await makePicture({ side: 200 }))
  const names = ['avif', 'webp'].flatMap(format =>
    [160, 320, 640, 900].map(size => `images/${hash}-${size}.${format}`),
  )
  await server.files.put(originalName(hash), original)
  for (const name of names) await server.files.put(name, Buffer.from('of before'))
  const { logo_id } = await createLogo(server.db, { image: hash })
  await server.db.insertInto('picture_job').values({ hash, is_upload: false }).execute()
  return { hash, names, logo_id }
}

test('an upload is answered with the first pictures, and the others are named once a job has made them', async () => {
  const { logo_id, image, url } = await upload()
  expect(image).toMatch(/-2-first$/)
  expect(await missing(image)).toEqual([])
  expect((await owner.send({ method: 'GET', url })).statusCode).toBe(200)
  expect(await makeNext(server)).toBe('completed')
  const complete = await imageOf(logo_id)
  expect(complete).toBe(completeImage(pictureHash(image)))
  expect(pictureFiles(complete).length).toBeGreaterThan(pictureFiles(image).length)
  expect(await missing(complete)).toEqual([])
  expect(await makeNext(server)).toBe('nothing')
})

test('a job that fails at any file leaves the name unchanged, and the next attempt completes it', async () => {
  const { logo_id, image } = await upload()
  const { put } = server.files
  try {
    for (let failing = 1; failing <= 4; failing++) {
      let puts = 0
      server.files.put = async (name, bytes) => {
        if (++puts === failing) throw new Error('killed')
        await put(name, bytes)
      }
      await expect(makeNext(server)).rejects.toThrow('killed')
      expect(await imageOf(logo_id)).toBe(image)
      expect(await missing(image)).toEqual([])
      expect(await makeNext(server)).toBe('nothing')
      await server.db
        .updateTable('picture_job')
        .set({ next_attempt_at: new Date(0) })
        .execute()
    }
  } finally {
    server.files.put = put
  }
  expect(await makeNext(server)).toBe('completed')
  expect(await missing(await imageOf(logo_id))).toEqual([])
})

test('pictures of an earlier version are made again; the old files are deleted once the new ones are named, and old paths stay valid', async () => {
  const { hash, names, logo_id } = await createFormer()
  expect(await makeNext(server)).toBe('remade')
  expect(await imageOf(logo_id)).toBe(completeImage(hash))
  expect(await missing(completeImage(hash))).toEqual([])
  for (const name of names) expect(await server.files.has(name)).toBe(true)
  expect(await makeNext(server)).toBe('cleared')
  for (const name of names) expect(await server.files.has(name)).toBe(false)
  for (const name of names)
    expect((await owner.send({ method: 'GET', url: `/${name}` })).statusCode).toBe(200)
  expect(await jobs()).toEqual([])
})

test('two processes share the jobs, uploads first', async () => {
  const former = [await createFormer(), await createFormer()]
  const logos = [await upload(), await upload(), await upload()]
  expect(await makeNext(server)).toBe('completed')
  const workers = [1, 2].map(() => startPictureJobs(server, silent, { everyMs: 10 }))
  await expect.poll(jobs, { timeout: 50_000 }).toEqual([])
  await Promise.all(workers.map(worker => worker.stop()))
  for (const { logo_id } of [...former, ...logos]) {
    const image = await imageOf(logo_id)
    expect(image).toBe(completeImage(pictureHash(image)))
    expect(await missing(image)).toEqual([])
  }
})

test('a picture uploaded again while a job makes its files gets its own job', async () => {
  const first = await submission()
  await owner.call(api.logos.submit, first)
  const { put } = server.files
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  server.files.put = async (name, bytes) => {
    if (name.endsWith('.avif')) {
      begun.resolve()
      await goOn.promise
    }
    await put(name, bytes)
  }
  try {
    const making = makeNext(server)
    await begun.promise
    const again = owner.call(api.logos.submit, first)
    goOn.resolve()
    expect(await making).toBe('completed')
    const { logo_id } = await again
    while ((await makeNext(server)) !== 'nothing');
    expect(await imageOf(logo_id)).toMatch(/-2$/)
  } finally {
    server.files.put = put
  }
})

test('a logo deleted while its pictures are being made leaves no file, and its job ends', async () => {
  const { logo_id, image } = await upload()
  const half = `images/${completeImage(pictureHash(image))}-160.avif`
  await server.files.put(half, Buffer.from('half'))
  await owner.call(api.logos.remove, { logo_id })
  for (const name of [...pictureFiles(image), half]) expect(await server.files.has(name)).toBe(false)
  expect(await makeNext(server)).toBe('cleared')
  expect(await jobs()).toEqual([])
})

test.each(['ENOSPC', 'EDQUOT'])('a disk that is full (%s) is reported, with a time to retry', async code => {
  const { put } = server.files
  server.files.put = async () => {
    throw Object.assign(new Error('no space left on device'), { code })
  }
  try {
    const body = await submission()
    expect(await refusal(owner.call(api.logos.submit, body))).toMatchObject({ status: 503 })
    const answer = await owner.send({ method: 'POST', url: '/api/logos', body })
    expect(answer.headers['retry-after']).toBe('60')
  } finally {
    server.files.put = put
  }
})
