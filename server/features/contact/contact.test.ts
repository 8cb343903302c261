import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ SUPPORT_EMAIL: 'support@colophon.example' })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('limit_count').execute()
  await server.db.deleteFrom('mail').execute()
})

const message = {
  name: 'Robin Vale',
  email: 'robin@example.com',
  subject: 'General Contact',
  message: 'How thick is the paper\nof Book 12?',
} as const
const send = (overrides: object = {}) => server.visit().call(api.contact.send, { ...message, ...overrides })
const mails = () =>
  server.db
    .selectFrom('mail')
    .select(['kind', 'to_address', 'reply_to', 'subject', 'text', 'html'])
    .orderBy('kind')
    .execute()

test('a message goes to support with a Reply-To, and its sender gets a confirmation', async () => {
  expect(await send()).toBe('Sent')
  const [toSupport, toSender, ...more] = await mails()
  expect(more).toEqual([])
  expect(toSupport).toMatchObject({
    to_address: 'support@colophon.example',
    reply_to: 'robin@example.com',
    subject: 'General Contact: Robin Vale',
  })
  expect(toSupport!.text).toContain('How thick is the paper\nof Book 12?')
  expect(toSupport!.text).toContain('not logged in')
  expect(toSender).toMatchObject({ to_address: 'robin@example.com', reply_to: null })
})

test('a message of a member, also an inactive one, names the account to support', async () => {
  const designer = await createDesigner(server.db, { membership: 'lapsed' })
  const client = await server.signIn(designer)
  await client.call(api.contact.send, { ...message, subject: 'Account Help' })
  expect((await mails())[0]!.text).toContain(`Account: ${designer.username}, number ${designer.designer_id}`)
})

test('the form is filled in for a member, and empty for a visitor', async () => {
  const designer = await createDesigner(server.db, { membership: 'lapsed' })
  const client = await server.signIn(designer)
  expect(await client.call(api.contact.sender, {})).toEqual({ name: 'Robin Vale', email: designer.email })
  expect(await server.visit().call(api.contact.sender, {})).toEqual({ name: '', email: '' })
})

test('a message sent twice at once is delivered once', async () => {
  expect(await Promise.all([send(), send()])).toEqual(['Sent', 'Sent'])
  expect((await mails()).map(m => m.kind)).toEqual(['contact', 'contact-received'])
  await send({ message: 'And how heavy is it?' })
  expect((await mails()).map(m => m.kind)).toEqual(['contact', 'contact', 'contact-received'])
})

test('the confirmation repeats no typed text, and an address gets one a day at most', async () => {
  const spam = { name: 'Cheap Pills', email: 'Victim@example.com', message: 'http://pills.example' }
  await send(spam)
  await send({ ...spam, email: 'victim@EXAMPLE.com', message: 'More: http://pills.example' })
  const toVictim = (await mails()).filter(m => m.kind === 'contact-received')
  expect(toVictim).toHaveLength(1)
  expect(JSON.stringify(toVictim)).not.toMatch(/pills/i)
})

test('typed text cannot add recipients, headers or markup', async () => {
  await send({ name: 'Eve\r\nBcc: all@example.com', message: '<img src=x onerror=alert(1)>' })
  const [toSupport] = await mails()
  expect(toSupport!.subject).toBe('General Contact: Eve Bcc: all@example.com')
  expect(toSupport!.to_address).toBe('support@colophon.example')
  expect(toSupport!.html).not.toContain('<img src=x')
  expect(toSupport!.html).toMatch(/&\S+;img src=x/)
  const two = await refusal(send({ email: 'a@example.com, b@example.com' }))
  expect(two.body.errors).toEqual({ email: 'Email is not valid' })
})

test('messages are limited to ten an hour per account', async () => {
  await untilWindowLasts(3600)
  const client = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
  const write = (n: number) => client.call(api.contact.send, { ...message, message: `Question ${n}` })
  for (let i = 0; i < 10; i++) await write(i)
  await server.db.deleteFrom('limit_count').where('key', 'like', 'contact:address:%').execute()
  expect((await refusal(write(10))).status).toBe(429)
  expect(await send()).toBe('Sent')
})

test('messages are limited to ten an hour per address', async () => {
  await untilWindowLasts(3600)
  for (let i = 0; i < 10; i++) await send({ message: `Question ${i}` })
  expect((await refusal(send({ message: 'Question 10' }))).status).toBe(429)
  expect((await mails()).filter(m => m.kind === 'contact')).toHaveLength(10)
  server.clock.aheadMs = 60 * 60_000
  expect(await send({ message: 'Question 10' })).toBe('Sent')
})

test.each([
  ['blank', { name: ' ', email: '', subject: '', message: '\n' }],
  ['left out', { name: undefined, email: undefined, subject: undefined, message: undefined }],
  ['nothing that can be seen', { name: '\u200b\u200b', email: ' ', subject: '', message: '\u2060\n\u3164' }],
])('a missing field gets its error: %s', async (_, overrides) => {
  const { status, body } = await refusal(send(overrides))
  expect([status, body.errors]).toEqual([
    400,
    {
      name: 'Name is required',
      email: 'Email is required',
      subject: 'Subject is required',
      message: 'Message is required',
    },
  ])
  expect(body.error).toBe('Name is required')
})

test('an invalid address or a text that is too long is refused', async () => {
  for (const email of ['robin', 'robin@', '@example.com', 'robin@example', 'ro bin@example.com'])
    expect((await refusal(send({ email }))).body.errors).toEqual({ email: 'Email is not valid' })
  expect((await refusal(send({ message: 'x'.repeat(5001) }))).status).toBe(400)
  expect(await mails()).toEqual([])
})
