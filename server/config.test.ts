import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const secret = 'thirty-two characters, at the least'

test('every setting has a working default', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    databasePool: 10,
    demo: true,
    demoLogos: 2000,
    trustProxy: [],
  })
  expect(isAbsolute(config.dataDir)).toBe(true)
  expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toEqual(config)
})

test('a replica is one of the database that DATABASE_URL names', () => {
  const [DATABASE_URL, DATABASE_REPLICA_URL] = ['postgres://one/colophon', 'postgres://two/colophon']
  expect(loadConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).replicaUrls).toEqual([DATABASE_REPLICA_URL])
  const DATABASE_REPLICA_URLS = `${DATABASE_REPLICA_URL}, postgres://three/colophon`
  expect(loadConfig({ DATABASE_URL, DATABASE_REPLICA_URLS }).replicaUrls).toEqual([
    DATABASE_REPLICA_URL,
    'postgres://three/colophon',
  ])
  expect(() => loadConfig({ DATABASE_REPLICA_URL })).toThrow('Setting DATABASE_REPLICA_URLS')
  expect(() => loadConfig({ DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_REPLICA_URLS })).toThrow(
    'Setting DATABASE_REPLICA_URL: ',
  )
  expect(() => loadConfig({ DATABASE_URL, DATABASE_REPLICA_URL: 'two' })).toThrow(
    'Setting DATABASE_REPLICA_URL: must begin',
  )
})

test('a pool has 4 to 100 connections', () => {
  for (const DATABASE_POOL of ['4', '100'])
    expect(loadConfig({ DATABASE_POOL }).databasePool).toBe(Number(DATABASE_POOL))
  for (const DATABASE_POOL of ['3', '101'])
    expect(() => loadConfig({ DATABASE_POOL })).toThrow('Setting DATABASE_POOL: must be 4 to 100')
  for (const DATABASE_POOL of ['ten', '5.5', '-5'])
    expect(() => loadConfig({ DATABASE_POOL })).toThrow('Setting DATABASE_POOL: must be a whole number')
})

test('web and worker need a database that they can share, and no test payments', () => {
  const fleet = { DATABASE_URL: 'postgres://one/colophon', PAYMENT_SANDBOX: '0' }
  for (const ROLE of ['web', 'worker'] as const) {
    expect(loadConfig({ ...fleet, ROLE }).role).toBe(ROLE)
    expect(() => loadConfig({ ...fleet, ROLE, DATABASE_URL: '' })).toThrow(
      /Setting ROLE: .* needs DATABASE_URL/,
    )
    expect(() => loadConfig({ ...fleet, ROLE, PAYMENT_SANDBOX: '1' })).toThrow('Setting PAYMENT_SANDBOX')
  }
  expect(loadConfig({}).role).toBe('all')
  expect(() => loadConfig({ ...fleet, ROLE: 'jobs' })).toThrow('Setting ROLE')
})

test('the public address must be an origin', () => {
  expect(loadConfig({ PUBLIC_URL: 'http://colophon.localhost/' }).publicUrl).toBe('http://colophon.localhost')
  for (const PUBLIC_URL of ['http://colophon.localhost/gallery', 'http://me:pass@colophon.localhost'])
    expect(() => loadConfig({ PUBLIC_URL })).toThrow('Setting PUBLIC_URL')
  expect(loadConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
})

test('an https site is treated as public with any NODE_ENV', () => {
  const PUBLIC_URL = 'https://colophon.example'
  expect(() => loadConfig({ PUBLIC_URL })).toThrow('Setting SECRET')
  expect(() => loadConfig({ PUBLIC_URL, SECRET: secret, DEMO: '1' })).toThrow('Setting DEMO')
  expect(loadConfig({ PUBLIC_URL, SECRET: secret }).demo).toBe(false)
})

test('production refuses the development secret and the demonstration accounts', () => {
  expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow('Setting SECRET')
  expect(() => loadConfig({ NODE_ENV: 'production', SECRET: secret, DEMO: '1' })).toThrow('Setting DEMO')
  expect(loadConfig({ NODE_ENV: 'production', SECRET: secret })).toMatchObject({
    production: true,
    demo: false,
  })
})

test.each(['production', 'development', undefined])(
  'a site over http starts on a loopback host only (NODE_ENV %s)',
  NODE_ENV => {
    const start = (PUBLIC_URL: string) => loadConfig({ NODE_ENV, SECRET: secret, PUBLIC_URL })
    for (const url of ['http://colophon.example', 'http://10.0.0.7', 'http://localhost.example'])
      expect(() => start(url)).toThrow('Setting PUBLIC_URL')
    for (const url of [
      'https://colophon.example',
      'http://localhost:3000',
      'http://127.0.0.2',
      'http://[::1]:80',
    ])
      expect(start(url).publicUrl).toBe(new URL(url).origin)
  },
)

test('the mailbox of mails is open in development only', () => {
  expect(loadConfig({}).devMailbox).toBe(true)
  const smtp = { SMTP_URL: 'smtps://me:secret@mail.example', MAIL_FROM: 'hello@colophon.example' }
  expect(loadConfig(smtp)).toMatchObject({ devMailbox: false, supportEmail: 'hello@colophon.example' })
  expect(loadConfig({ NODE_ENV: 'production', SECRET: secret }).devMailbox).toBe(false)
  expect(loadConfig({ PUBLIC_URL: 'https://colophon.example', SECRET: secret }).devMailbox).toBe(false)
  expect(() => loadConfig({ SMTP_URL: smtp.SMTP_URL })).toThrow('Setting MAIL_FROM')
})

test('all wrong settings are reported at once', () => {
  const wrong = {
    PORT: '0x10',
    SECRET: 'short',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    DEMO: 'yes',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: 'loud',
    BLOG_API_URL: 'ftp://x',
    SMTP_URL: 'http://x',
    MAIL_FROM: 'me',
    SUPPORT_EMAIL: 'Me <me@x.example>',
  }
  for (const name of Object.keys(wrong)) expect(() => loadConfig(wrong)).toThrow(`Setting ${name}: `)
})

test('settings that do not go together are reported at once, too, a line each', () => {
  const message = (env: Record<string, string>) => {
    try {
      loadConfig(env)
    } catch (error) {
      return (error as Error).message
    }
  }
  const wrong = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://colophon.example',
    DEMO: '1',
    PAYMENT_SANDBOX: '1',
    SMTP_URL: 'smtps://mail.example',
    S3_BUCKET: 'pictures',
    DATABASE_REPLICA_URL: 'postgres://two/colophon',
  }
  const names = message(wrong)!
    .split('\n')
    .map(line => /^Setting (\w+): /.exec(line)?.[1])
  expect(names.sort()).toEqual([
    'DATABASE_REPLICA_URLS',
    'DEMO',
    'MAIL_FROM',
    'PAYMENT_SANDBOX',
    'PUBLIC_URL',
    'S3_ACCESS_KEY_ID',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_SECRET_ACCESS_KEY',
    'SECRET',
  ])
})

test('a store for backups alone needs no bucket for pictures, which then stay in the folder', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'x',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 's',
  }
  expect(loadConfig({ ...s3, BACKUP_TO: 's3://backups', BACKUP_EVERY: '7d' })).toMatchObject({
    files: { kind: 'folder' },
    s3: { endpoint: 'https://s3.example' },
    backup: { to: 's3://backups', everyMs: 7 * 86_400_000, keep: 14 },
  })
  expect(() => loadConfig({ ...s3, BACKUP_TO: '/backups' })).toThrow('Setting S3_BUCKET')
  expect(() => loadConfig({ BACKUP_TO: 's3://backups' })).toThrow('Setting S3_ENDPOINT')
  for (const wrong of [{ BACKUP_EVERY: 'daily' }, { BACKUP_KEEP: '0' }])
    expect(() => loadConfig(wrong)).toThrow('Setting BACKUP_')
})

test('the books’ shop must be a URL, with a placeholder for the book', () => {
  const shop = 'https://shop.example/colophon/{book}?from=gallery'
  expect(loadConfig({ BOOKS_URL: shop }).booksUrl).toBe(shop)
  expect(loadConfig({}).booksUrl).toBeUndefined()
  for (const BOOKS_URL of ['shop.example', 'javascript:alert(1)'])
    expect(() => loadConfig({ BOOKS_URL })).toThrow('Setting BOOKS_URL')
})

test('the blog’s URL may include its API path', () => {
  expect(loadConfig({}).blogApiUrl).toBeUndefined()
  for (const end of ['', '/', '/wp-json', '/wp-json/wp/v2', '/wp-json/wp/v2/posts/'])
    expect(loadConfig({ BLOG_API_URL: `https://blog.example/en${end}` }).blogApiUrl).toBe(
      'https://blog.example/en',
    )
  for (const wrong of ['https://me:pass@blog.example', 'https://blog.example/?rest_route=/'])
    expect(() => loadConfig({ BLOG_API_URL: wrong })).toThrow('Setting BLOG_API_URL')
})

describe('the store of pictures', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.eu-central-1.example/',
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'colophon-pictures',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('is a folder in DATA_DIR, or the configured S3 store', () => {
    expect(loadConfig({ DATA_DIR: '/data' }).files).toEqual({ kind: 'folder', folder: '/data/files' })
    expect(loadConfig(s3).files).toEqual({
      kind: 's3',
      endpoint: 'https://s3.eu-central-1.example',
      region: 'eu-central-1',
      bucket: 'colophon-pictures',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
  })

  test.each(Object.keys(s3))('cannot be an S3 store without %s', missing => {
    expect(() => loadConfig({ ...s3, [missing]: '' })).toThrow(`Setting ${missing}: `)
  })

  test.each([
    { S3_ENDPOINT: 'https://me:pass@s3.example' },
    { S3_ENDPOINT: 's3.example' },
    { S3_BUCKET: '../other' },
    { S3_BUCKET: 'Upper' },
  ])('cannot be at %j', wrong => {
    expect(() => loadConfig({ ...s3, ...wrong })).toThrow(`Setting ${Object.keys(wrong)[0]}: `)
  })
})

describe('the payment provider', () => {
  const paypal = {
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: '8AB',
    PAYPAL_PLAN_YEARLY: 'P-Y',
    PAYPAL_PLAN_MONTHLY: 'P-M',
    PAYPAL_ENVIRONMENT: 'live',
  }
  const site = { PUBLIC_URL: 'https://colophon.example', SECRET: 'thirty-two characters, at the least' }

  test('is the sandbox by default, none on a public site, and PayPal if it is configured', () => {
    expect(loadConfig({}).payments).toEqual({ kind: 'sandbox', driver: 'v6' })
    expect(loadConfig({ PAYMENT_SANDBOX: '0' }).payments).toEqual({ kind: 'none' })
    expect(loadConfig(site).payments).toEqual({ kind: 'none' })
    expect(loadConfig({ ...site, ...paypal }).payments).toMatchObject({ kind: 'paypal', environment: 'live' })
  })

  test.each([
    ['test payments beside real ones', { ...paypal, PAYMENT_SANDBOX: '1' }, 'PAYMENT_SANDBOX'],
    ['test payments on a public site', { ...site, PAYMENT_SANDBOX: '1' }, 'PAYMENT_SANDBOX'],
    ['half of the settings', { PAYPAL_CLIENT_ID: 'id' }, 'PAYPAL_CLIENT_SECRET'],
    ["the simulator's webhook", { ...paypal, PAYPAL_WEBHOOK_ID: 'WEBHOOK_ID' }, 'PAYPAL_WEBHOOK_ID'],
  ])('cannot be %s', (_, env, named) => {
    expect(() => loadConfig(env)).toThrow(named)
  })
})
