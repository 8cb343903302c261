import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createScratchDatabase } from '../../../scripts/generate/scratch.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { answer, startMailServer } from '../../../tests/mail-server.ts'
import { runAdmin } from '../../../tests/run-admin.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { createTestDatabase } from '../../../tests/test-database.ts'
import { canRunValkey, startValkey } from '../../../tests/valkey.ts'
import { type Config, loadConfig } from '../../config.ts'
import { openClient } from '../../db/check-address.ts'
import { connect } from '../../db/connect.ts'
import { migrate, unfinishedRestore } from '../../db/migrate.ts'
import { startPostgres } from '../../db/postgres.ts'
import { idOf, writeManifest } from '../../features/backups/manifest.ts'
import { openTarget } from '../../features/backups/target.ts'
import { localFiles } from '../../outside/files.ts'
import { originalName } from '../../outside/images.ts'
import { PayPalClient } from '../../outside/paypal-client.ts'
import { sandboxCredentials } from '../../outside/paypal-sandbox/identity.ts'
import { setUpPayPal } from '../../outside/paypal-setup.ts'
import { checkClock, checkDisk, checkRights, checkServer, listSignInAddresses } from './database.ts'
import {
  type BackupState,
  checkBackups,
  checkPictures,
  checkProvider,
  checkProxy,
  checkSender,
  checkStore,
} from './outside.ts'
import { drawTable, failed, ok } from './row.ts'

let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-check-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const run = (env: Record<string, string> = {}) =>
  runAdmin(['check'], { DATABASE_URL: database.url, DATA_DIR: folder, DEMO: '0', ...env })
/** The mark of a row. */
const markOf = (out: string, name: string) => new RegExp(`^(.) ${name} `, 'm').exec(out)?.[1]

test('a site that works has ticks and exits with 0; unset settings are left out where the site is not public', async () => {
  const data = join(folder, 'running')
  const postgres = await startPostgres({ dataDir: join(data, 'postgres') })
  await migrate(postgres.url)
  const { code, out } = await runAdmin(['check'], {
    DATA_DIR: data,
    DEMO: '0',
    BACKUP_TO: join(folder, 'backups'),
  }).finally(() => postgres.stop())
  expect(out.split('\n').filter(line => line.startsWith('✗'))).toEqual([])
  expect(code).toBe(0)
  for (const name of [
    'Settings',
    'Database',
    'Rights',
    'Durability',
    'Schema',
    'Sessions',
    'Disk',
    'Pictures',
    'Backups',
  ])
    expect([name, markOf(out, name)]).toEqual([name, '✓'])
  for (const name of ['Clock', 'Mail', 'Sender', 'Payments', 'Proxy'])
    expect([name, markOf(out, name)]).toEqual([name, '–'])
})

test('on a public site the same gaps are failures, and it exits with 1', async () => {
  const { code, out, problem } = await run({
    PUBLIC_URL: 'https://localhost',
    SECRET: 'thirty-two characters, at the least',
    NODE_ENV: 'production',
  })
  expect(code).toBe(1)
  for (const name of ['Mail', 'Payments', 'Proxy', 'Backups'])
    expect([name, markOf(out, name)]).toEqual([name, '✗'])
  expect(problem).toMatch(/^\d of \d+ failed\.\n$/)
})

test('every wrong setting is a row of its own', async () => {
  const { code, out } = await run({ PORT: 'x', DEMO: '7' })
  expect(code).toBe(1)
  expect(out.match(/^✗ Settings {2}Setting (PORT|DEMO): /gm)).toHaveLength(2)
})

test.skipIf(!canRunValkey)(
  'Valkey: one that works, one that refuses what is needed, and one that is away',
  async () => {
    const valkey = await startValkey(['user reader on >secret ~* &* +get'])
    const rowFor = async (url: string) =>
      (await run({ VALKEY_URL: url })).out.split('\n').find(line => line.includes(' Valkey '))
    try {
      expect(await rowFor(valkey.url)).toMatch(
        /^✓ Valkey +(Valkey|Redis) [\d.]+ at 127\.0\.0\.1:\d+ does what/,
      )
      expect(await rowFor(valkey.urlFor('reader', 'secret'))).toMatch(
        /^✗ Valkey +Setting VALKEY_URL: Valkey at/,
      )
      expect(await rowFor('redis://127.0.0.1:1')).toMatch(/^✗ Valkey +Valkey at 127\.0\.0\.1:1 fails:/)
    } finally {
      await valkey.close()
    }
  },
)

test('a database that does not answer, one that a newer version has migrated, and one whose restore has not finished', async () => {
  const gone = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect(gone.out).toMatch(/^✗ Database +PostgreSQL at 127\.0\.0\.1:1/m)
  const newer = await createTestDatabase()
  try {
    const query = async (statement: string) => {
      const client = await openClient(newer.url)
      await client.query(statement).finally(() => client.end())
    }
    await query("insert into schema_migration (name, checksum) values ('9999-later.sql', 'x')")
    expect((await run({ DATABASE_URL: newer.url })).out).toMatch(
      /^✗ Schema +A newer version .*9999-later\.sql/m,
    )
    await query(`insert into schema_migration (name, checksum) values ('${unfinishedRestore}', '')`)
    expect((await run({ DATABASE_URL: newer.url })).out).toMatch(
      /^✗ Schema +A restore into it has not finished/m,
    )
  } finally {
    await newer.drop()
  }
})

test('a database whose commits are not durable is named', async () => {
  // The tests' own server gives durability up for speed.
  expect((await run()).out).toMatch(/^✗ Durability +fsync, full_page_writes, synchronous_commit are off/m)
})

/** Runs with a client of an empty database of its own. */
async function withClient(run: (client: pg.Client, url: string) => Promise<void>) {
  const own = await createScratchDatabase(inject('database').server)
  const client = await openClient(own.url)
  await run(client, own.url)
    .finally(() => client.end())
    .finally(() => own.drop())
}

test('a database whose letters end at ASCII, or with fewer connections than DATABASE_POOL asks for, a role that may not make tables, and one that may make no scratch database', async () => {
  await withClient(async (client, url) => {
    const name = `ascii_${randomBytes(4).toString('hex')}`
    await client.query(`create database ${name} template template0 locale_provider libc locale 'C'`)
    const ascii = await openClient(Object.assign(new URL(url), { pathname: name }).href)
    expect(await checkServer(ascii, { databasePool: 10 })).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/knows no letters beyond ASCII/),
    })
    expect(await checkServer(client, { databasePool: 10 })).toMatchObject({ state: 'ok' })
    expect(await checkServer(client, { databasePool: 100 })).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/with DATABASE_POOL 100 one process and the shell need 220/),
    })
    await ascii.end()
    await client.query(`drop database ${name} with (force)`)
  })
  const role = `limited_${randomBytes(4).toString('hex')}`
  await withClient(async client => {
    const check = async (needsScratch: boolean) => checkRights(client, { needsScratch })
    expect(await check(true)).toMatchObject({ state: 'ok' })
    await client.query(`create role ${role}; set role ${role}`)
    expect((await check(false)).sentence).toMatch(/may not create tables in .*: make it the owner/)
    await client.query(`reset role; grant create on schema public to ${role}; set role ${role}`)
    expect(await check(false)).toMatchObject({ state: 'ok' })
    expect(await check(true)).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/alter role … createdb/),
    })
    await client.query(`reset role; revoke create on schema public from ${role}; drop role ${role}`)
  })
})

test('the clock is compared with the database’s and with another server’s; without a server that tells the time, the row says so', async () => {
  let aheadMs: number | undefined
  const server = createServer((_, response) => {
    response.sendDate = false
    if (aheadMs !== undefined) response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await withClient(async client => {
    const anHour = 3_600_000
    expect(await checkClock(client, [], () => Date.now() + anHour)).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(
        /^The database’s clock and this machine’s differ by 3,(59|60)\d seconds/,
      ),
    })
    for (const sources of [[], [source], ['http://127.0.0.1:1']])
      expect(await checkClock(client, sources)).toMatchObject({
        state: 'left out',
        sentence: expect.stringMatching(/No other machine told the time/),
      })
    aheadMs = anHour
    expect(await checkClock(client, [source])).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/is 3,(59|60)\d seconds behind that of 127\.0\.0\.1:/),
    })
    aheadMs = -anHour
    expect((await checkClock(client, [source])).sentence).toMatch(/seconds ahead of that of 127/)
    aheadMs = 0
    expect(await checkClock(client, ['http://127.0.0.1:1', source])).toMatchObject({ state: 'ok' })
  })
  await new Promise(resolve => server.close(resolve))
})

test('the disk of DATA_DIR needs a gigabyte, and the size of the database as well where a backup is proved there', async () => {
  await withClient(async (client, url) => {
    const check = (free: number, config: { databaseUrl?: string; backup?: Config['backup'] }) =>
      checkDisk(
        client,
        { dataDir: folder, databaseUrl: undefined, backup: undefined, ...config },
        async () => ({
          bavail: free,
          bsize: 1,
        }),
      )
    expect(await check(1.1e9, {})).toMatchObject({ state: 'ok' })
    for (const config of [{}, { databaseUrl: url }])
      expect(await check(0.9e9, config)).toMatchObject({
        state: 'failed',
        sentence: expect.stringMatching(/0\.9 GB free\..*At least 1 GB should be/),
      })
    const big = { query: async () => ({ rows: [{ bytes: 5e9, size: '5 GB' }] }) } as unknown as pg.Client
    const backup = { to: folder, everyMs: 1, keep: 1 }
    const ofBig = (config: { databaseUrl?: string; backup?: Config['backup'] }) =>
      checkDisk(big, { dataDir: folder, databaseUrl: url, backup: undefined, ...config }, async () => ({
        bavail: 4e9,
        bsize: 1,
      }))
    expect(await ofBig({})).toMatchObject({ state: 'ok' })
    expect((await ofBig({ backup })).sentence).toMatch(/A backup’s proof needs as much as the database/)
  })
})

test('the proxy is believed once visitors have addresses of their own; sign-ins from the proxy’s own alone are a failure', async () => {
  const site = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? 200 : 404
    response.end()
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const check = (signedInFrom: string[], changed: Partial<Config> = {}) =>
    checkProxy({ publicUrl, trustProxy: ['127.0.0.1'], ...changed }, true, signedInFrom)
  expect(await check([])).toMatchObject({
    state: 'ok',
    sentence: expect.stringMatching(/shows once somebody/),
  })
  for (const own of ['127.0.0.1', '::ffff:127.0.0.1', '172.18.0.1', 'fd00::1'])
    expect(await check([own])).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/the proxy’s own address/),
    })
  for (const visitors of [['8.8.8.8'], ['127.0.0.1', '8.8.8.8'], ['2001:4860::8']])
    expect(await check(visitors)).toMatchObject({ state: 'ok' })
  expect((await check([], { publicUrl: `${publicUrl}/else` })).sentence).toMatch(/answers 404/)
  expect((await check([], { publicUrl: 'http://127.0.0.1:1' })).sentence).toMatch(/does not answer/)
  await new Promise(resolve => site.close(resolve))

  const { db, close } = connect(database.url)
  try {
    const { designer_id } = await createDesigner(db)
    const session = (address: string, created_at: Date) => ({
      token_hash: randomBytes(32),
      designer_id,
      address,
      created_at,
      expires_at: new Date(Date.now() + 1e9),
    })
    await db
      .insertInto('session')
      .values([session('10.0.0.1', new Date()), session('8.8.8.8', new Date(Date.now() - 8 * 86_400_000))])
      .execute()
    expect(await listSignInAddresses(database.url)).toEqual(['10.0.0.1'])
  } finally {
    await close()
  }
})

test('the newest backup may be half as old again as BACKUP_EVERY; a failed attempt and the backups of another site are said', async () => {
  const to = join(folder, 'aged')
  const target = await openTarget(to, loadConfig({}))
  const day = 86_400_000
  const made = new Date(Date.now() - 3 * day)
  const installation = randomUUID()
  const check = (days: number, site?: BackupState) =>
    checkBackups(
      { ...loadConfig({ DATA_DIR: folder }), backup: { to, everyMs: day, keep: 2 } },
      { isPublic: true, site, now: new Date(made.getTime() + days * day) },
    )
  expect((await check(9)).sentence).toMatch(/there is none yet/)
  await writeManifest(target, {
    format: 1,
    id: idOf(made),
    installation,
    made_at: made.toISOString(),
    program: '0.1.13',
    migrations: [],
    tables: [],
    sequences: [],
    pictures: [],
    secret_fingerprint: 'x',
    proof: { at: made.toISOString(), tables: 0, rows: 0, pictures: 0 },
  })
  expect(await check(1.4)).toEqual(ok('Backups', `The newest at ${to} is 34 hours old.`))
  expect(await check(1.6)).toMatchObject({
    state: 'failed',
    sentence: expect.stringMatching(/is 38 hours old\. BACKUP_EVERY asks for more/),
  })
  expect(await check(1, { problem: null, installation })).toMatchObject({ state: 'ok' })
  expect(
    await check(1, { problem: 'No backup was made at x: there is no space left.', installation }),
  ).toEqual(failed('Backups', 'The last attempt failed. No backup was made at x: there is no space left.'))
  expect(await check(1, { problem: null, installation: null })).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining(
      'holds the backups of another site, or of the one that this was restored from',
    ),
  })
})

describe('mail', () => {
  test('a server that lets the program in, one that refuses the password, one that is silent', async () => {
    const mail = await startMailServer()
    const strict = await startMailServer({
      onAuth: (_auth, _session, done) => done(answer(535, 'Wrong password')),
    })
    try {
      const env = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'gallery@colophon.example' })
      expect(markOf((await run(env(mail.url))).out, 'Mail')).toBe('✓')
      const refused = await run(env(strict.url.replace('//', '//me:mismatched@')))
      expect(refused.out).toMatch(/^✗ Mail .*535/m)
      expect(refused.out).not.toContain('mismatched')
      await mail.close()
      expect((await run(env(mail.url))).out).toMatch(/^✗ Mail +connect ECONNREFUSED/m)
    } finally {
      await strict.close()
      await mail.close().catch(() => {})
    }
  })

  test('the sender’s domain needs SPF and DMARC; where DNS does not answer that is said', async () => {
    const records = (found: Record<string, string[][]>) => async (name: string) => {
      if (found[name]) return found[name]
      throw Object.assign(new Error('no data'), { code: 'ENODATA' })
    }
    const check = (found: Record<string, string[][]>) => checkSender('a@mail.example', true, records(found))
    const spf = { 'mail.example': [['other'], ['v=spf1 ', '-all']] }
    expect(await check({ ...spf, '_dmarc.mail.example': [['v=DMARC1; p=none']] })).toMatchObject({
      state: 'ok',
    })
    expect(await check(spf)).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/Missing: DMARC/),
    })
    const dead = () => Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }))
    expect(await checkSender('a@mail.example', true, dead)).toMatchObject({
      state: 'left out',
      sentence: 'DNS does not answer here.',
    })
  })
})

test('a store that loses, keeps or does not list what it was given', async () => {
  const good = localFiles(join(folder, 'store'))
  expect(await checkStore(good, 'Pictures')).toEqual(ok('Pictures', 'Put, get, list and delete work.'))
  const states = await Promise.all([
    checkStore({ ...good, get: async () => undefined }, 'Pictures'),
    checkStore({ ...good, list: async () => [] }, 'Pictures'),
    checkStore({ ...good, remove: async () => {} }, 'Pictures'),
  ])
  expect(states.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('could not be read again'),
    expect.stringContaining('right to list'),
    expect.stringContaining('still there'),
  ])
})

test('a store without the pictures of the logos is not the one of the database', async () => {
  const { db, close } = connect(database.url)
  try {
    const image = randomBytes(16).toString('hex')
    const logo = await createLogo(db, { image })
    const files = localFiles(join(folder, 'pictures'))
    const check = () => checkPictures(files, database.url)
    expect(await check()).toEqual(failed('Pictures', expect.stringMatching(/has no picture of any logo/)))
    await files.put(originalName(image), Buffer.from('a picture'))
    expect(await check()).toEqual(ok('Pictures', 'Put, get, list and delete work.'))
    await db.deleteFrom('logo').where('logo_id', '=', logo.logo_id).execute()
  } finally {
    await close()
  }
})

describe('the payment provider', () => {
  let server: TestServer
  let provider: PayPalClient
  beforeAll(async () => {
    server = await startTestServer()
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    provider = new PayPalClient({ baseUrl: `${address}/__paypal`, ...sandboxCredentials, pauseMs: 5, fetch })
  })
  afterAll(() => server.close())

  test('plans and webhook as they were set up pass; others are named', async () => {
    const publicUrl = 'https://gallery.example'
    const { planIds, webhookId } = await setUpPayPal(provider, `${publicUrl}/api/payments/webhook`)
    const payments = {
      ...sandboxCredentials,
      kind: 'paypal',
      environment: 'live',
      driver: 'v6',
      planIds,
      webhookId,
    } as const
    const check = (changed: Partial<Extract<Config['payments'], { kind: 'paypal' }>>, url = publicUrl) =>
      checkProvider({ payments: { ...payments, ...changed }, publicUrl: url }, true, () => provider)
    expect(await check({})).toMatchObject({ state: 'ok' })
    const swapped = await check({ planIds: { yearly: planIds.monthly, monthly: 'P-NONE' } })
    expect(swapped.sentence).toContain(
      `The yearly plan ${planIds.monthly} is not active, or is billed differently.`,
    )
    expect(swapped.sentence).toContain('There is no monthly plan P-NONE.')
    expect((await check({ webhookId: 'none' })).sentence).toContain('There is no webhook none.')
    expect((await check({}, 'https://other.example')).sentence).toContain(
      'sends to https://gallery.example/api/payments/webhook',
    )
    const { payments: sandbox } = loadConfig({})
    expect(await checkProvider({ payments: sandbox, publicUrl }, true, () => provider)).toMatchObject({
      state: 'left out',
    })
  })
})

test('long sentences are wrapped below their own column', () => {
  const table = drawTable([failed('Mail', 'one two three four five six'), ok('Database', 'fine')], 30)
  expect(table).toBe(
    ['✗ Mail      one two three four', '            five six', '✓ Database  fine'].join('\n'),
  )
})
