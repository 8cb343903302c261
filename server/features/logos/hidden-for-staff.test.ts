import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a hidden logo and its picture are shown to staff who may work, not to suspended ones or those without the second factor', async () => {
  const image = 'b'.repeat(32)
  const { logo_id } = await createLogo(server.db, {
    image,
    hidden_at: new Date(),
    hidden_by: 'staff',
    hidden_why: 'Spam',
  })
  await server.files.put(`images/${image}-320.webp`, Buffer.from('a picture'))
  const suspended_until = new Date(Date.now() + 86_400_000)
  for (const [overrides, status] of [
    [{}, 200],
    [{ suspended_until }, 404],
    [{ has_demo_password: false }, 404],
  ] as const) {
    const client = await server.signIn(
      await createDesigner(server.db, { role: 'moderator', membership: 'none', ...overrides }),
    )
    const found = client.call(api.logos.find, { logo_id }).then(() => 200)
    expect(await found.catch((error: { status: number }) => error.status)).toBe(status)
    const picture = await client.send({ method: 'GET', url: `/images/${image}-320.webp` })
    expect(picture.statusCode).toBe(status)
  }
})
