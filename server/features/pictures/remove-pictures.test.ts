import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, makePicture, testPassword } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { startHousekeeping } from '../../jobs/housekeeping.ts'
import { Unavailable } from '../../lib/errors.ts'
import { avatarName, originalName, pictureHash } from '../../outside/images.ts'
import { removeUnused } from './remove-pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const listed = () => server.db.selectFrom('unused_picture').select('image').execute()
const facts = { first_name: 'Robin', last_name: 'Vale', company: 'Rook' }

async function member() {
  const designer = await createDesigner(server.db)
  const client = await server.signIn(designer)
  const upload = async () =>
    client.call(api.logos.submit, {
      logo: 'Rosa',
      logotype: 'Symbol',
      file_base64: (await makePicture()).toString('base64'),
    })
  const setAvatar = async (picture: Buffer | null) => {
    const avatar_base64 = picture ? picture.toString('base64') : null
    const { avatar_url } = await client.call(api.account.updateProfile, { ...facts, avatar_base64 })
    return avatar_url.slice(1)
  }
  return { ...designer, client, upload, setAvatar }
}

/** While `use` runs, the store removes nothing: it fails, or hangs. */
async function whileNothingGoes<T>(refuse: () => Promise<void>, use: () => Promise<T>): Promise<T> {
  const { remove } = server.files
  server.files.remove = refuse
  try {
    return await use()
  } finally {
    server.files.remove = remove
  }
}
const away = async () => {
  throw new Unavailable('The S3 store does not answer', { sentence: '', retryAfter: 5 })
}

test('closing an account, deleting a logo and saving a profile work while the store fails; the files are deleted once it is back', async () => {
  const leaving = await member()
  const staying = await member()
  const [first, second, third] = [await leaving.upload(), await leaving.upload(), await staying.upload()]
  const avatars = [await leaving.setAvatar(await makePicture()), await staying.setAvatar(await makePicture())]
  const names = [first, second, third].map(({ image }) => originalName(image))
  await whileNothingGoes(away, async () => {
    expect(await leaving.client.call(api.auth.closeAccount, { password: testPassword })).toMatchObject({
      isAuthenticated: false,
    })
    expect(await staying.client.call(api.logos.remove, { logo_id: third.logo_id })).toEqual({
      logo_id: third.logo_id,
    })
    expect(await staying.setAvatar(null)).toBe('')
    const problems: unknown[] = []
    await removeUnused(server, problem => problems.push(problem))
    expect(problems).toHaveLength(5)
  })
  for (const name of [...names, ...avatars]) expect(await server.files.has(name)).toBe(true)
  expect(await listed()).toHaveLength(5)
  const failed = (problem: unknown) => expect.unreachable(String(problem))
  await removeUnused(server, failed)
  for (const name of [...names, ...avatars]) expect(await server.files.has(name)).toBe(false)
  expect(await listed()).toEqual([])
})

test('a store that hangs blocks no request and no connection', async () => {
  const { client, upload } = await member()
  const logos = await Promise.all([upload(), upload(), upload()])
  const silence = Promise.withResolvers<void>()
  const images = await whileNothingGoes(
    () => silence.promise,
    async () => {
      const started = performance.now()
      await client.call(api.auth.closeAccount, { password: testPassword })
      expect(performance.now() - started).toBeLessThan(10_000)
      return listed()
    },
  )
  expect(images.map(({ image }) => image).sort()).toEqual(logos.map(({ image }) => pictureHash(image)).sort())
  silence.resolve()
  await expect.poll(listed).toEqual([])
})

test('a picture that is used again in the meantime stays', async () => {
  const { client, upload, designer_id } = await member()
  const logo = await upload()
  await whileNothingGoes(away, () => client.call(api.logos.remove, { logo_id: logo.logo_id }))
  const avatar = 'c'.repeat(32)
  await server.files.put(avatarName(avatar), await makePicture())
  await server.db.updateTable('designer').set({ avatar }).where('designer_id', '=', designer_id).execute()
  await server.db
    .insertInto('logo')
    .values({ designer_id, title: 'Again', logotype: 'Symbol', image: logo.image, side: 300 })
    .execute()
  await server.db.insertInto('unused_picture').values({ kind: 'avatar', image: avatar }).execute()
  await removeUnused(server, problem => expect.unreachable(String(problem)))
  for (const name of [originalName(logo.image), avatarName(avatar)])
    expect(await server.files.has(name)).toBe(true)
  expect(await listed()).toEqual([])
})

test('housekeeping removes what is left, and starts no further removal once it is to stop', async () => {
  const rows = ['d', 'e', 'f'].map(letter => ({ kind: 'avatar' as const, image: letter.repeat(32) }))
  await server.db.insertInto('unused_picture').values(rows).execute()
  const begun = Promise.withResolvers<void>()
  const silence = Promise.withResolvers<void>()
  const stopped = await whileNothingGoes(
    () => {
      begun.resolve()
      return silence.promise
    },
    async () => {
      const housekeeping = startHousekeeping(server.services, problem => expect.unreachable(String(problem)))
      await begun.promise
      return [housekeeping.stop()]
    },
  )
  silence.resolve()
  await Promise.all(stopped)
  expect(await listed()).toHaveLength(2)
  const again = startHousekeeping(server.services, problem => expect.unreachable(String(problem)))
  await expect.poll(listed).toEqual([])
  await again.stop()
})
