import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { avifSet, imageUrl } from '../../../shared/rules/image-url.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { compareLooks, differFromGround, renderRealLogos } from '../../../tests/real-logos.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { makeNext } from '../../jobs/make-pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('thirty real logos keep their pixels and grounds, as WebP at once and as AVIF later, and appear newest first', async () => {
  const member = await server.signIn(await createDesigner(server.db))
  const logos = await renderRealLogos()
  const stored = []
  for (const { title, bytes } of logos) {
    const file_base64 = bytes.toString('base64')
    stored.push(await member.call(api.logos.submit, { logo: title, logotype: 'Combo', file_base64 }))
  }
  const looksAt = async (url: string, { bytes }: (typeof logos)[number]) =>
    compareLooks((await server.visit().send({ method: 'GET', url })).rawPayload, bytes)
  for (const [i, logo] of logos.entries()) {
    const { image, ground } = stored[i]!
    for (const size of [320, 900] as const) expect(await looksAt(imageUrl(image, size), logo)).toBeLessThan(8)
    expect(differFromGround([...Buffer.from(ground!.slice(1), 'hex')], logo)).toBeLessThanOrEqual(3)
  }

  // AVIF takes half a second of CPU a picture, so three are enough: a PNG, a JPG and one on a dark ground.
  for (let i = 0; i < 3; i += 1) await makeNext(server)
  const { data } = await member.call(api.logos.find, { designer_id: 'me', page_size: 'all' })
  const made = data.filter(({ image }) => avifSet(image))
  expect(made).toHaveLength(3)
  for (const { image, logo: title } of made) {
    const logo = logos.find(each => each.title === title)!
    expect(await looksAt(imageUrl(image, 900, 'avif'), logo)).toBeLessThan(8)
  }

  const fresh = await member.call(api.logos.fresh, {})
  expect(fresh.data.map(each => each.logo)).toEqual(logos.map(each => each.title).toReversed())
})
