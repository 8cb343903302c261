import { type BrowserContext, test as base, expect } from '@playwright/test'
import { demoPassword } from '../../demo/accounts.ts'
import { connect, type Db } from '../../server/db/connect.ts'
import { hashPassword } from '../../server/lib/password.ts'
import { createDesigner } from '../factories.ts'
import { untilHourLasts } from '../whole-hour.ts'

export { expect } from '@playwright/test'

export type Member = { username: string; designer_id: number; company: string; slug: string }

type Fixtures = {
  /** The test begins early enough in an hour to be over on the same day. */
  wholeHour: undefined
  /** The hosts to which this test's pages may send requests. */
  origins: Set<string>
  /** Declares the errors that the test expects. Each has to occur; any other one fails it. */
  expectFailures: (patterns: RegExp[]) => void
  /** Signs a demonstration account in, without the form. */
  signIn: (username: string) => Promise<void>
  /** A new member for this test alone, with the demonstration accounts' password. */
  createMember: () => Promise<Member>
}

type WorkerFixtures = {
  databaseUrl: string
  /** The running server's database. */
  db: Db
  passwordHash: string
}

/**
 * Playwright's test, which also fails on any browser error: an error or a policy violation in the console, an
 * unhandled exception or rejection, an answer of 500 or above, or a request to another host.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: process.env.COLOPHON_ORIGIN,
  databaseUrl: [process.env.COLOPHON_DATABASE!, { option: true, scope: 'worker' }],
  db: [
    async ({ databaseUrl }, use) => {
      const { db, close } = connect(databaseUrl)
      await use(db)
      await close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
  passwordHash: [async ({}, use) => use(await hashPassword(demoPassword)), { scope: 'worker' }],

  wholeHour: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      await untilHourLasts()
      await use(undefined)
    },
    { auto: true, timeout: 120_000 },
  ],

  createMember: async ({ db, passwordHash }, use) =>
    use(() => createDesigner(db, { password_hash: passwordHash })),

  origins: async ({ baseURL }, use) => use(new Set([baseURL!])),

  expectFailures: [
    async ({ context, origins }, use) => {
      const complaints = collectComplaints(context, origins)
      const expected: RegExp[] = []
      await use(patterns => void expected.push(...patterns))
      // The browser may report an error a moment after the page has shown it.
      const unheard = () => expected.filter(pattern => !complaints.some(text => pattern.test(text)))
      await expect.poll(unheard).toEqual([])
      const unexpected = complaints.filter(text => !expected.some(pattern => pattern.test(text)))
      expect(unexpected).toEqual([])
    },
    { auto: true },
  ],

  signIn: async ({ context }, use) => use(username => signInto(context, username)),
})

/** Signs an account with the demonstration's password in, without the form. */
export async function signInto(context: BrowserContext, username: string) {
  await context.request.get('/api/auth/check')
  const cookies = await context.cookies()
  const token = cookies.find(cookie => cookie.name === 'csrftoken')!.value
  const answer = await context.request.post('/api/auth/login', {
    headers: { 'x-csrftoken': decodeURIComponent(token) },
    data: { username, password: demoPassword },
  })
  expect(answer.status()).toBe(200)
}

/** The errors of a context's pages from now on. */
export function collectComplaints(context: BrowserContext, origins: Set<string>) {
  const complaints: string[] = []
  context.on('console', message => {
    const [type, text] = [message.type(), message.text()]
    if (type === 'error' || (type === 'warning' && /content security policy/i.test(text)))
      complaints.push(`console: ${text} ${message.location().url}`)
  })
  context.on('weberror', error => void complaints.push(`exception: ${error.error()}`))
  context.on('response', response => {
    if (response.status() >= 500) complaints.push(`answer ${response.status()}: ${response.url()}`)
  })
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:$/.test(protocol) && !origins.has(origin)) complaints.push(`foreign host: ${request.url()}`)
  })
  return complaints
}
