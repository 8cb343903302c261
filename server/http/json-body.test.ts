import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../tests/server.ts'
import { isExcessive } from './json-body.ts'

const bytes = (json: string) => Buffer.from(json)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each<[string, string, boolean]>([
  ['fifty levels', nested(50), false],
  ['fifty-one levels', nested(51), true],
  ['brackets that never close', '['.repeat(60), true],
  ['many lists beside each other', `[${'[],'.repeat(500)}[]]`, false],
  ['brackets, commas and colons in a string', JSON.stringify('[{,:'.repeat(5000)), false],
  ['escaped quotes before brackets', JSON.stringify(`"\\"${'['.repeat(60)}`), false],
  ['a string that ends in a backslash', `["\\\\",${nested(60)}]`, true],
  ['more escapes than any text has', JSON.stringify('\n'.repeat(200_001)), true],
  ['more values than any call takes', JSON.stringify(Array(2100).fill(0)), true],
  ['more keys than any call takes', JSON.stringify(Object.fromEntries(Array(1100).fill(0).entries())), true],
])('%s', (_what, json, expected) => {
  expect(isExcessive(bytes(json))).toBe(expected)
})

describe('a call with a body of megabytes', () => {
  let server: TestServer
  let client: Client
  let logoId: number
  beforeAll(async () => {
    server = await startTestServer()
    const designer = await createDesigner(server.db)
    logoId = (await createLogo(server.db, { designer_id: designer.designer_id })).logo_id
    client = await server.signIn(designer)
  })
  afterAll(() => server.close())
  const profile = { first_name: 'Ada', last_name: 'L', company: 'Ada' }
  const put = (body: unknown) =>
    client.send({ method: 'PUT', url: '/api/designers/profile', body: body as object })

  test.each<[string, () => unknown]>([
    ['deep nesting', () => ({ ...profile, more: JSON.parse(nested(1000)) })],
    ['many keys', () => ({ ...profile, ...Object.fromEntries(Array(600_000).fill(0).entries()) })],
  ])('refuses %s', async (_what, body) => {
    const answer = await put(body())
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'We couldn’t read that request.' }])
  })

  test('refuses a text that is far too long at its field, before it is cleaned', async () => {
    const blank = ' '.repeat(3_000_000)
    const answer = await put({ ...profile, company: blank, company_description: blank })
    expect(answer.json().errors).toEqual({
      company: 'At most 200 characters, please.',
      company_description: 'At most 2000 characters, please.',
    })
  })

  test('accepts blanks around a text, and CRLF line ends', async () => {
    const company_description = ` ${'\r\n'.repeat(1998)}x `
    await client.call(api.account.updateProfile, {
      ...profile,
      company: ` Ada${' '.repeat(900)}`,
      company_description,
    })
  })

  test('refuses a title of 100,000 letters with the title’s own message', async () => {
    const change = { logo_id: logoId, logo: 'x'.repeat(100_000) }
    const { status, body } = await refusal(client.call(api.logos.update, change))
    expect([status, body.errors]).toEqual([400, { logo: 'At most 200 characters, please.' }])
  })

  test('refuses a change of a logo that is too large without mentioning a file', async () => {
    const change = { logo_id: logoId, logo: 'x'.repeat(300_000) }
    expect(await refusal(client.call(api.logos.update, change))).toMatchObject({
      status: 413,
      body: { error: 'That is too large.' },
    })
  })
})
