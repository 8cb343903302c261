import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { passwordMessage } from '../../../shared/rules/password.ts'
import { createDesigner, testPassword } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'

const newPassword = 'Another-Horse-2!'
const hour = 60 * 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'http://colophon.localhost' })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('limit_count').execute()
})

const forgot = (username: string) => server.visit().call(api.auth.forgotPassword, { username })
const reset = (link: { user: string; token: string }, new_password = newPassword) =>
  server.visit().call(api.auth.resetPassword, { designer_id: link.user, token: link.token, new_password })
const canSignIn = (username: string, password: string) =>
  server
    .visit()
    .call(api.auth.login, { username, password })
    .then(() => true)
    .catch(() => false)

const mailsTo = (to: string, kind: string) =>
  server.db
    .selectFrom('mail')
    .where('to_address', '=', to)
    .where('kind', '=', kind)
    .select(['subject', 'text', 'html', 'token_until', 'status'])
    .orderBy('created_at')
    .execute()

/** The link of the newest mail to that address. */
async function linkTo(email: string) {
  const mail = (await mailsTo(email, 'password-reset')).at(-1)!
  const url = new URL(/^http.*$/m.exec(mail.text)![0])
  return { url, user: url.searchParams.get('user')!, token: url.searchParams.get('token')! }
}

async function askForLink(designer: { username: string; email: string }) {
  await forgot(designer.username)
  return linkTo(designer.email)
}

describe('a forgotten password', () => {
  test('gets a link by mail, by user name or address in any case', async () => {
    const designer = await createDesigner(server.db)
    for (const name of [designer.username.toUpperCase(), ` ${designer.email} `])
      expect(await forgot(name)).toBe('Finished')
    const mails = await mailsTo(designer.email, 'password-reset')
    expect(mails).toHaveLength(2)
    const { url, user, token } = await linkTo(designer.email)
    expect(url.origin + url.pathname).toBe('http://colophon.localhost/password-reset')
    expect(user).toBe(String(designer.designer_id))
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(mails[0]!.token_until!.getTime() - Date.now()).toBeGreaterThan(59 * 60_000)
  })

  test('gets the same JSON answer for an unknown name, after the same work', async () => {
    const { username } = await createDesigner(server.db)
    const answers = []
    const work = []
    for (const name of [username, 'nobody-by-that-name', 'nobody@example.com']) {
      const before = await writtenRows()
      const client = server.visit()
      await client.send({ method: 'GET', url: '/api/auth/check' })
      const { statusCode, body, headers } = await client.send({
        method: 'POST',
        url: '/api/auth/forgot-password',
        body: { username: name },
      })
      answers.push([statusCode, body, headers['content-type']])
      const after = await writtenRows()
      work.push(Object.keys(after).map(table => [table, after[table]! - before[table]!]))
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]).toEqual([200, '"Finished"', 'application/json; charset=utf-8'])
    expect(work[1]).toEqual(work[0])
    expect(work[2]).toEqual(work[0])
    expect(work[0]).toEqual([
      ['limit_count', 3],
      ['mail', 1],
      ['password_reset', 1],
    ])
  })

  test('a reset of an unknown name sends no mail', async () => {
    await server.db.deleteFrom('mail').execute()
    await forgot('nobody@example.com')
    const mails = await server.db.selectFrom('mail').select(['to_address', 'status']).execute()
    expect(mails).toEqual([{ to_address: '', status: 'dead' }])
  })

  test('stores only a hash of the token', async () => {
    const designer = await createDesigner(server.db)
    const { token } = await askForLink(designer)
    const rows = await server.db
      .selectFrom('password_reset')
      .where('designer_id', '=', designer.designer_id)
      .select('token_hash')
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.token_hash.toString('base64url')).not.toBe(token)
  })

  test('links to the configured address and not to that of the Host header', async () => {
    const designer = await createDesigner(server.db)
    const client = server.visit()
    await client.send({ method: 'GET', url: '/api/auth/check' })
    const { statusCode } = await client.send({
      method: 'POST',
      url: '/api/auth/forgot-password',
      body: { username: designer.username },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    })
    expect(statusCode).toBe(200)
    const [mail] = await mailsTo(designer.email, 'password-reset')
    expect(mail!.html + mail!.text).not.toContain('evil.example')
    expect((await linkTo(designer.email)).url.origin).toBe('http://colophon.localhost')
  })

  test('can be requested five times an hour for any name, by anyone', async () => {
    await untilWindowLasts(3600)
    const { username } = await createDesigner(server.db)
    for (const name of [username, 'nobody-at-all']) {
      const tries = await Promise.all(Array.from({ length: 12 }, () => refusalOrOk(forgot(name))))
      expect(tries.filter(t => t === 200)).toHaveLength(5)
      expect(tries.filter(t => t === 429)).toHaveLength(7)
      await server.db.deleteFrom('limit_count').where('key', 'like', 'forgot:address%').execute()
    }
    server.clock.aheadMs = hour
    expect(await forgot(username)).toBe('Finished')
  })

  test('sends an account five mails an hour under all its spellings, and does not reveal that', async () => {
    await untilWindowLasts(3600)
    const { username, email } = await createDesigner(server.db)
    for (let i = 0; i < 4; i++) await forgot(username)
    // A refusal here would tell that the address belongs to this account.
    for (let i = 0; i < 4; i++) expect(await forgot(email)).toBe('Finished')
    expect(await mailsTo(email, 'password-reset')).toHaveLength(5)
  })

  test('can be requested twenty times an hour from one address', async () => {
    await untilWindowLasts(3600)
    const tries = []
    for (let i = 0; i < 22; i++) tries.push(await refusalOrOk(forgot(`somebody-${i}`)))
    expect(tries.filter(t => t === 429)).toHaveLength(2)
  })

  test('a reset without a name is refused', async () => {
    const { status, body } = await refusal(forgot(' '))
    expect([status, body.errors]).toEqual([400, { username: 'Username is required' }])
  })
})

describe('a link that sets a new password', () => {
  test('works, ends every session, and is confirmed by mail', async () => {
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    expect(await reset(await askForLink(designer))).toBe('Updated')
    expect(await client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
    expect(await canSignIn(designer.username, testPassword)).toBe(false)
    expect(await canSignIn(designer.username, newPassword)).toBe(true)
    const [mail, ...more] = await mailsTo(designer.email, 'password-changed')
    expect(more).toEqual([])
    expect(mail!.text).toContain(designer.username)
    expect(mail!.text).not.toContain(newPassword)
  })

  test('resets the count of failed sign-ins', async () => {
    await untilWindowLasts(900)
    const designer = await createDesigner(server.db)
    const names = [designer.username, designer.email]
    for (let i = 0; i < 11; i++) for (const name of names) await canSignIn(name, 'Wrong-Horse-1!')
    for (const name of names) expect(await canSignIn(name, testPassword)).toBe(false)
    expect(await reset(await askForLink(designer))).toBe('Updated')
    for (const name of names) expect(await canSignIn(name, newPassword)).toBe(true)
  })

  test('works once, and voids the account’s other links', async () => {
    const designer = await createDesigner(server.db)
    const first = await askForLink(designer)
    const second = await askForLink(designer)
    expect(await reset(second)).toBe('Updated')
    for (const link of [first, second]) {
      const { status, body } = await refusal(reset(link))
      expect([status, body.code]).toEqual([400, 'link_expired'])
    }
  })

  test('used by twenty concurrent requests works once', async () => {
    const designer = await createDesigner(server.db)
    const link = await askForLink(designer)
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) => refusalOrOk(reset(link, `Another-Horse-${i}!`))),
    )
    expect(tries.filter(t => t === 200)).toHaveLength(1)
    expect(tries.filter(t => t === 400)).toHaveLength(19)
    expect(await canSignIn(designer.username, `Another-Horse-${tries.indexOf(200)}!`)).toBe(true)
    expect(await mailsTo(designer.email, 'password-changed')).toHaveLength(1)
  })

  test.each([
    [-60_000, 200],
    [1000, 400],
  ])('works for an hour: %i ms after that, %i', async (beyond, status) => {
    const link = await askForLink(await createDesigner(server.db))
    server.clock.aheadMs = hour + beyond
    expect(await refusalOrOk(reset(link))).toBe(status)
  })

  test('works for its own account only', async () => {
    const designer = await createDesigner(server.db)
    const { token } = await askForLink(designer)
    const other = await createDesigner(server.db)
    expect((await refusal(reset({ user: String(other.designer_id), token }))).status).toBe(400)
    expect(await canSignIn(other.username, testPassword)).toBe(true)
    expect(await reset({ user: String(designer.designer_id), token })).toBe('Updated')
  })

  test('with an unknown token works for no account', async () => {
    const { designer_id } = await createDesigner(server.db)
    await forgot('nobody-by-that-name')
    for (const token of ['', 'x', 'A'.repeat(43)])
      for (const user of [String(designer_id), '0', '-1', 'x', '99999999999'])
        expect((await refusal(reset({ user, token }))).status).toBe(user.length > 10 ? 404 : 400)
  })

  test('has a limit on guesses', async () => {
    await untilWindowLasts(900)
    const link = { user: '1', token: 'guess' }
    const tries = await Promise.all(Array.from({ length: 40 }, () => refusalOrOk(reset(link))))
    expect([tries.filter(t => t === 400).length, tries.filter(t => t === 429).length]).toEqual([30, 10])
  })

  test('stays valid after a password that breaks the rule', async () => {
    const link = await askForLink(await createDesigner(server.db))
    for (const [password, message] of [
      ['', 'Password is required'],
      ['Sh0rt!', passwordMessage],
      ['Aa1!aaaaaaaaaaaaaaaaa', passwordMessage],
      ['no-capital-1', passwordMessage],
      ['NO-SMALL-1!', passwordMessage],
      ['No-number!', passwordMessage],
      ['No-special-1', passwordMessage],
      ['P@ssw0rd1', 'Password is too common.'],
    ] as const)
      expect(await refusal(reset(link, password))).toMatchObject({
        status: 400,
        body: { errors: { new_password: message } },
      })
    expect(await reset(link)).toBe('Updated')
  })

  test('becomes void when the password is changed', async () => {
    const designer = await createDesigner(server.db)
    const link = await askForLink(designer)
    const client = await server.signIn(designer)
    await client.call(api.auth.updatePassword, { old_password: testPassword, new_password: newPassword })
    expect((await refusal(reset(link, 'Third-Horse-3!'))).status).toBe(400)
  })
})

describe('changing the password', () => {
  const change = { old_password: testPassword, new_password: newPassword }

  test('keeps this session under a new cookie, ends the others, and is confirmed by mail', async () => {
    const designer = await createDesigner(server.db)
    const [here, there] = [await server.signIn(designer), await server.signIn(designer)]
    const stolen = server.visit()
    Object.assign(stolen.jar, here.jar)
    expect(await here.call(api.auth.updatePassword, change)).toBe('Updated')
    expect(here.jar.session).not.toBe(stolen.jar.session)
    expect(await here.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
    // The new session has a new CSRF token: the next write succeeds.
    expect(await here.call(api.auth.logout, {})).toMatchObject({ isAuthenticated: false })
    for (const client of [there, stolen])
      expect(await client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
    expect(await canSignIn(designer.username, newPassword)).toBe(true)
    expect(await mailsTo(designer.email, 'password-changed')).toHaveLength(1)
  })

  test('is open to inactive members, not to visitors', async () => {
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    expect(await lapsed.call(api.auth.updatePassword, change)).toBe('Updated')
    expect((await refusal(server.visit().call(api.auth.updatePassword, change))).status).toBe(401)
  })

  test('needs the current one, and wrong ones are limited', async () => {
    await untilWindowLasts(900)
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    const wrong = { ...change, old_password: 'Wrong-Horse-1!' }
    expect(await refusal(client.call(api.auth.updatePassword, wrong))).toEqual({
      status: 401,
      body: { error: 'Invalid credentials' },
    })
    const tries = await Promise.all(
      Array.from({ length: 15 }, () => refusalOrOk(client.call(api.auth.updatePassword, wrong))),
    )
    expect([tries.filter(t => t === 401).length, tries.filter(t => t === 429).length]).toEqual([9, 6])
    expect(await refusalOrOk(client.call(api.auth.updatePassword, change))).toBe(429)
    server.clock.aheadMs = 15 * 60_000
    expect(await client.call(api.auth.updatePassword, change)).toBe('Updated')
  })

  test('by two concurrent requests succeeds once', async () => {
    const designer = await createDesigner(server.db)
    const clients = [await server.signIn(designer), await server.signIn(designer)]
    const tries = await Promise.all(
      clients.map((client, i) =>
        refusalOrOk(client.call(api.auth.updatePassword, { ...change, new_password: `Another-Horse-${i}!` })),
      ),
    )
    expect(tries.toSorted()).toEqual([200, 401])
    expect(await canSignIn(designer.username, `Another-Horse-${tries.indexOf(200)}!`)).toBe(true)
  })

  test('resets the count of failed sign-ins', async () => {
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    for (let i = 0; i < 11; i++) await canSignIn(designer.username, 'Wrong-Horse-1!')
    await client.call(api.auth.updatePassword, { old_password: testPassword, new_password: newPassword })
    expect(await canSignIn(designer.username, newPassword)).toBe(true)
  })

  test('ends a session opened with the old password in the meantime', async () => {
    for (let round = 0; round < 5; round++) {
      const designer = await createDesigner(server.db)
      const client = await server.signIn(designer)
      const logins = Array.from({ length: 6 }, () => server.visit()).map(async visitor => {
        await visitor
          .call(api.auth.login, { username: designer.username, password: testPassword })
          .catch(() => {})
        return visitor
      })
      await client.call(api.auth.updatePassword, change)
      for (const visitor of await Promise.all(logins))
        expect(await visitor.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
    }
  })

  test('without fields names both', async () => {
    const client = await server.signIn(await createDesigner(server.db))
    const empty = { old_password: '', new_password: '' }
    expect((await refusal(client.call(api.auth.updatePassword, empty))).body.errors).toEqual({
      old_password: 'Current password is required',
      new_password: 'New password is required',
    })
    const weak = { ...change, new_password: 'weak' }
    expect((await refusal(client.call(api.auth.updatePassword, weak))).body.errors).toEqual({
      new_password: passwordMessage,
    })
    const common = { ...change, new_password: 'Summer2026!' }
    expect((await refusal(client.call(api.auth.updatePassword, common))).body.errors).toEqual({
      new_password: 'Password is too common.',
    })
  })
})

async function writtenRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['limit_count', 'mail', 'password_reset'] as const) {
    const { n } = await server.db
      .selectFrom(table)
      .select(e => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counts[table] = n
  }
  const { hits } = await server.db
    .selectFrom('limit_count')
    .select(e => e.fn.sum<string | null>('count').as('hits'))
    .executeTakeFirstOrThrow()
  return { ...counts, limit_count: Number(hits) }
}

async function refusalOrOk(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
}
