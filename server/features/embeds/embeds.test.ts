import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('embedding a logo', () => {
  const embed = (url: string, rest: { maxwidth?: number; format?: string } = {}) =>
    server.visit().call(api.embeds.find, { url, ...rest })

  test('a logo’s address, in any of its forms, gives its picture and credit', async () => {
    const owner = await createDesigner(server.db, { company: 'Framed' })
    const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id, title: 'Window' })
    const { publicUrl } = server.services
    for (const url of [
      `${publicUrl}/logo/${logo_id}`,
      `${publicUrl}/designers/${owner.slug}?logo_id=${logo_id}`,
    ])
      expect(await embed(url)).toMatchObject({
        version: '1.0',
        type: 'photo',
        title: 'Window',
        author_name: 'Framed',
        author_url: `${publicUrl}/designers/${owner.slug}`,
        url: expect.stringMatching(/-900\.webp$/),
        width: 900,
        height: 900,
      })
    expect(await embed(`${publicUrl}/logo/${logo_id}`, { maxwidth: 400 })).toMatchObject({
      url: expect.stringMatching(/-320\.webp$/),
      width: 320,
    })
  })

  test('a foreign address, an unknown logo and a hidden one are 404, and another format is 501', async () => {
    const { logo_id } = await createLogo(server.db)
    const { publicUrl } = server.services
    await server.db
      .updateTable('logo')
      .set({ hidden_at: new Date(), hidden_why: 'x', hidden_by: 'staff' })
      .where('logo_id', '=', logo_id)
      .execute()
    for (const url of [
      'https://elsewhere.example/logo/1',
      `${publicUrl}/logo/999999999`,
      `${publicUrl}/logo/${logo_id}`,
      `${publicUrl}/about`,
    ])
      expect([url, (await refusal(embed(url))).status]).toEqual([url, 404])
    expect((await refusal(embed(`${publicUrl}/logo/1`, { format: 'xml' }))).status).toBe(501)
  })
})
