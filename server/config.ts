import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { hourMs } from '../shared/rules/time.ts'
import { isLocalHost } from './lib/loopback.ts'

// The only reader of the environment: what each setting is, its default, and what is refused.

const developmentSecret = 'for development only: not secret at all'

const replicas = z
  .string()
  .transform(list => list.split(',').map(url => url.trim()))
  .refine(
    urls => urls.every(url => /^postgres(ql)?:\/\//.test(url)),
    'must begin with postgres:// or postgresql://',
  )

const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe(
      'production, like an https PUBLIC_URL, refuses development defaults and leaves out the demonstration content',
    ),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe(
      'web answers requests and does no work in the background; worker does that work (pictures, mail, the ledger, ' +
        'housekeeping, backups) and answers /healthz, /readyz and /metrics only; all does both',
    ),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number')
    .default('3000')
    .transform(Number)
    .refine(port => port >= 1 && port <= 65535, 'must be 1 to 65535')
    .describe('port to listen on'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('address to listen on; behind a proxy loopback is enough'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .refine(url => /^https?:\/\/[^/@]+\/?$/.test(url), 'must be an origin: no path, user or password')
    .optional()
    .describe(
      'where people reach the site; https, which makes the site public, or http on this machine; default http://localhost:PORT',
    ),
  MAIN_SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional()
    .describe(
      'a site of the operator’s whose /compete and /trends the header leads to; default: our own pages',
    ),
  DATA_DIR: z.string().min(1).default('./data').describe('embedded database and uploaded files'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe(
      'a PostgreSQL, 15 or newer, to use instead of the embedded one; reached directly or by a pooler that lends whole ' +
        'sessions, so that it can be listened to',
    ),
  DATABASE_POOL: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .default('10')
    .transform(Number)
    .refine(most => most >= 4 && most <= 100, 'must be 4 to 100')
    .describe(
      'how many connections each process opens, and keeps, for calls (with replicas, four tenths of them, two at least, for those that only read); as ' +
        'many again for payments, and to each replica; the rest of its connections are in docs/operations.md, "Connections"',
    ),
  DATABASE_REPLICA_URLS: replicas
    .optional()
    .describe(
      'streaming replicas of DATABASE_URL, comma separated, each the address of one server, that may answer what is only ' +
        'browsed; where all are behind, broken or gone, DATABASE_URL does',
    ),
  DATABASE_REPLICA_URL: replicas.optional().describe('the former name of DATABASE_REPLICA_URLS'),
  VALKEY_URL: z
    .string()
    .regex(/^(valkey|redis)s?:\/\//, 'must begin with valkey://, redis://, valkeys:// or rediss://')
    .optional()
    .describe(
      'a Valkey, or Redis 6.2 or newer, of this site alone, for news between processes, counts of limits, and views until they ' +
        'are written; where it is away, PostgreSQL and the process itself do that; without it, PostgreSQL does',
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .refine(url => !/[?#@]/.test(url), 'must be an address without user, query or fragment')
    .optional()
    .describe(
      'an S3-compatible store for the pictures, in place of DATA_DIR/files; needs the four below it; the bucket follows as a path',
    ),
  S3_REGION: z.string().min(1).optional().describe('its region, such as eu-central-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('an existing bucket, open to nobody else'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('who may read, write, delete and list there'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('the key’s secret'),
  SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .default(developmentSecret)
    .describe(
      'key of the CSRF tokens, the visitor hashes, the gift cards’ codes and the second factors; the same in every process',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .describe(
      'where mail is sent, smtps://user:password@host:465; without it mail becomes files in DATA_DIR/mail, on a public site it waits',
    ),
  MAIL_FROM: z
    .email('must be an email address')
    .optional()
    .describe('the sender of all mail, at a domain that SMTP_URL may send for; needed with it'),
  SUPPORT_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe('who gets what members write to us, and answers to our mail; default MAIL_FROM'),
  SELLER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'who sells memberships, as receipts name them: legal name, address, tax number; semicolons part the lines; default the site’s name; like SUPPORT_EMAIL, it counts until the site’s words have one',
    ),
  DEMO: z
    .enum(['0', '1'])
    .optional()
    .describe('1 fills an empty database with demonstration content; default 1, in production 0'),
  DEMO_LOGOS: z.coerce
    .number()
    .int()
    .min(100)
    .max(400_000)
    .default(2000)
    .describe('how many logos the demonstration content has'),
  BLOG_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .refine(url => !/[?#@]/.test(url), 'must be an address without user, query or fragment')
    .optional()
    .describe(
      'a WordPress whose posts and pictures are the news, with or without /wp-json/wp/v2; redirects are not followed; default the built-in blog',
    ),
  TRUST_PROXY: z
    .string()
    .refine(
      list => list.split(',').every(a => !a.trim() || isIP(a.trim().split('/')[0]!) !== 0),
      'must be IP addresses or networks, comma separated',
    )
    .default('')
    .describe('addresses of the proxies whose X-Forwarded-For is believed, comma separated; default none'),
  BOOKS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional()
    .describe(
      'where the books are sold: Buy Now leads there, {book} in it replaced by book-13, textbook-1 or master-book-2; ' +
        'without it, to the retailer that the catalogue names',
    ),
  PAYPAL_CLIENT_ID: z.string().min(1).optional().describe('the app at PayPal; needs the five below it'),
  PAYPAL_CLIENT_SECRET: z.string().min(1).optional().describe("the app's secret"),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .min(1)
    // PayPal's simulator signs for this id on anyone's request.
    .refine(id => id !== 'WEBHOOK_ID', 'must be the id of a webhook of your own')
    .optional()
    .describe('of the webhook that sends to PUBLIC_URL/api/payments/webhook'),
  PAYPAL_PLAN_YEARLY: z.string().min(1).optional().describe('the plan of $100.00 a year, P-…'),
  PAYPAL_PLAN_MONTHLY: z.string().min(1).optional().describe('the plan of $10.00 a month, P-…'),
  PAYPAL_ENVIRONMENT: z
    .enum(['live', 'sandbox'])
    .optional()
    .describe("PayPal's own sandbox, or where money moves"),
  PAYPAL_SDK: z.enum(['v6', 'v5']).default('v6').describe("which of PayPal's scripts the browser loads"),
  PAYMENT_SANDBOX: z
    .enum(['0', '1'])
    .optional()
    .describe(
      '1 lets the built-in test provider take all payments; default 1, on a public site or with PayPal 0',
    ),
  BACKUP_TO: z
    .string()
    .min(1)
    .optional()
    .describe(
      'where backups go: a folder on another disk, or s3://bucket in the store of the S3 settings; without it none are made',
    ),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[hd]$/, 'must be hours or days, such as 24h')
    .default('24h')
    .describe('how often the program makes one'),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(14)
    .describe('how many stay; what only older ones have is deleted'),
  METRICS_TOKEN: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'lets a scraper on another machine read /metrics (Authorization: Bearer …); without it only this machine may',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('what is logged'),
})

/** An S3-compatible store and our credentials. The bucket must exist. */
export type S3Config = {
  /** Without a trailing slash; the bucket's name follows as a path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}
/** Where the pictures are. */
export type FilesConfig = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Config)

type Driver = 'v6' | 'v5'
/** The payment provider; `none`: only gift cards are accepted. */
export type PaymentConfig =
  | { kind: 'none' }
  | { kind: 'sandbox'; driver: Driver }
  | {
      kind: 'paypal'
      environment: 'live' | 'sandbox'
      driver: Driver
      clientId: string
      clientSecret: string
      webhookId: string
      planIds: { yearly: string; monthly: string }
    }

export type Config = {
  production: boolean
  role: 'all' | 'web' | 'worker'
  port: number
  host: string
  /** The site's public origin, without a trailing slash. */
  publicUrl: string
  /** Without a trailing slash. */
  mainSiteUrl: string | undefined
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  /** Connections for calls, for payments, and for reads of each replica. */
  databasePool: number
  replicaUrls: string[]
  valkeyUrl: string | undefined
  files: FilesConfig
  /** The store that the S3 settings name, for pictures, backups or both; without a bucket it has none of the pictures. */
  s3: Omit<S3Config, 'bucket'> | undefined
  /** Scheduled backups. */
  backup: { to: string; everyMs: number; keep: number } | undefined
  secret: string
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  /** The seller: name and address, one line each. */
  seller: string[]
  /** Mail is written to files, and shown at /dev/mailbox. Never on a public site, because its links sign in. */
  devMailbox: boolean
  demo: boolean
  demoLogos: number
  /** Without /wp-json and a trailing slash. */
  blogApiUrl: string | undefined
  payments: PaymentConfig
  trustProxy: string[]
  /** Where the books are sold; `{book}` stands for one of them. */
  booksUrl: string | undefined
  metricsToken: string | undefined
  logLevel: string
}

/** Notes that a setting is wrong, and what to do. */
type Refuse = (setting: string, sentence: string) => void

/** Reads and checks the settings; throws one Error that names every setting that is wrong, a line each. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const s = read(settings, env)
  const production = s.NODE_ENV === 'production'
  const publicUrl = new URL(s.PUBLIC_URL ?? `http://localhost:${s.PORT}`)
  // An https address means a public site, with any NODE_ENV.
  const isPublic = production || publicUrl.protocol === 'https:'
  const problems: string[] = []
  const refuse: Refuse = (setting, sentence) => problems.push(`Setting ${setting}: ${sentence}`)
  if (isPublic && s.SECRET === developmentSecret)
    refuse('SECRET', 'a public site needs one of its own, at least 32 random characters.')
  // Also where NODE_ENV was forgotten: development has accounts with a public password, and shows all mail.
  if (publicUrl.protocol === 'http:' && !isLocalHost(publicUrl.hostname))
    refuse(
      'PUBLIC_URL',
      'over http the site answers on this machine only, as http://localhost; everywhere else it ' +
        'needs https, because passwords and sessions would travel unencrypted.',
    )
  if (isPublic && s.DEMO === '1')
    refuse('DEMO', 'the demonstration accounts have a public password; a public site refuses them.')
  if (s.SMTP_URL && !s.MAIL_FROM) refuse('MAIL_FROM', 'SMTP_URL needs a sender.')
  const mailFrom = s.MAIL_FROM ?? 'gallery@colophon.example'
  const payments = paymentConfig(s, isPublic, refuse)
  const dataDir = resolve(s.DATA_DIR)
  const s3 = s3Config(s, refuse)
  const fleet = fleetConfig(s, payments, refuse)
  if (problems.length) throw new Error(problems.join('\n'))
  return {
    ...fleet,
    production,
    payments,
    port: s.PORT,
    host: s.HOST,
    publicUrl: publicUrl.origin,
    mainSiteUrl: s.MAIN_SITE_URL?.replace(/\/+$/, ''),
    dataDir,
    files:
      s3 && s.S3_BUCKET
        ? { kind: 's3', ...s3, bucket: s.S3_BUCKET }
        : { kind: 'folder', folder: dataPaths({ dataDir }).files },
    s3,
    backup: s.BACKUP_TO
      ? { to: s.BACKUP_TO, everyMs: readPeriod(s.BACKUP_EVERY), keep: s.BACKUP_KEEP }
      : undefined,
    secret: s.SECRET,
    smtpUrl: s.SMTP_URL,
    mailFrom,
    supportEmail: s.SUPPORT_EMAIL ?? mailFrom,
    seller: (s.SELLER ?? '{site_name}')
      .split(';')
      .map(line => line.trim())
      .filter(Boolean),
    devMailbox: !s.SMTP_URL && !isPublic,
    demo: s.DEMO ? s.DEMO === '1' : !isPublic,
    demoLogos: s.DEMO_LOGOS,
    blogApiUrl: s.BLOG_API_URL?.replace(/\/*(\/wp-json(\/wp\/v2(\/posts)?)?)?\/*$/, ''),
    trustProxy: s.TRUST_PROXY.split(',')
      .map(a => a.trim())
      .filter(Boolean),
    booksUrl: s.BOOKS_URL,
    metricsToken: s.METRICS_TOKEN,
    logLevel: s.LOG_LEVEL,
  }
}

/** What a process is among others, and the servers that they share. */
function fleetConfig(
  s: z.output<typeof settings>,
  payments: PaymentConfig,
  refuse: Refuse,
): Pick<Config, 'role' | 'databaseUrl' | 'databasePool' | 'replicaUrls' | 'valkeyUrl'> {
  if (s.DATABASE_REPLICA_URL && s.DATABASE_REPLICA_URLS)
    refuse('DATABASE_REPLICA_URL', 'is the former name of DATABASE_REPLICA_URLS: set only that.')
  const replicaUrls = s.DATABASE_REPLICA_URLS ?? s.DATABASE_REPLICA_URL ?? []
  if (replicaUrls.length && !s.DATABASE_URL)
    refuse('DATABASE_REPLICA_URLS', 'the embedded database has none; it needs DATABASE_URL.')
  if (s.ROLE !== 'all' && !s.DATABASE_URL)
    refuse(
      'ROLE',
      `the embedded database is for one process that does everything; ${s.ROLE} needs DATABASE_URL.`,
    )
  if (s.ROLE !== 'all' && payments.kind === 'sandbox')
    refuse('PAYMENT_SANDBOX', `the built-in test payments need ROLE=all; with ${s.ROLE} set it to 0.`)
  if (s.VALKEY_URL && !s.DATABASE_URL)
    refuse('VALKEY_URL', 'with the embedded database there is one process alone; it needs DATABASE_URL.')
  return {
    role: s.ROLE,
    databaseUrl: s.DATABASE_URL,
    databasePool: s.DATABASE_POOL,
    replicaUrls,
    valkeyUrl: s.VALKEY_URL?.replace(/^valkey/, 'redis'),
  }
}

/** All of the store's settings or none; the bucket of the pictures may be missing where the store is for backups alone. */
function s3Config(s: z.output<typeof settings>, refuse: Refuse): Config['s3'] {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s
  const isForBackupsAlone = s.BACKUP_TO?.startsWith('s3://') && S3_BUCKET === undefined
  const needed = {
    S3_ENDPOINT,
    S3_REGION,
    ...(!isForBackupsAlone && { S3_BUCKET }),
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(needed).length && !isForBackupsAlone) return undefined
  for (const [name] of missing) refuse(name, 'is needed with the others of S3.')
  if (missing.length) return undefined
  return {
    endpoint: S3_ENDPOINT!.replace(/\/+$/, ''),
    region: S3_REGION!,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
  }
}

/** Milliseconds of `24h` or `7d`. */
const readPeriod = (text: string) => Number(text.slice(0, -1)) * (text.endsWith('d') ? 24 : 1) * hourMs

function read<T>(schema: z.ZodType<T>, env: Record<string, string | undefined>): T {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = schema.safeParse(nonEmpty)
  if (!result.success)
    throw new Error(result.error.issues.map(i => `Setting ${i.path.join('.')}: ${sentenceOf(i)}`).join('\n'))
  return result.data
}

const sentenceOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message

/** The settings needed to set up PayPal, before its plans and its webhook exist. */
export function loadPayPalAccess(
  env: Record<string, string | undefined> = process.env,
): Pick<Config, 'publicUrl'> & { payments: Extract<PaymentConfig, { kind: 'paypal' }> } {
  const needed = {
    PUBLIC_URL: true,
    PAYPAL_CLIENT_ID: true,
    PAYPAL_CLIENT_SECRET: true,
    PAYPAL_ENVIRONMENT: true,
  } as const
  const missing = Object.keys(needed).filter(name => !env[name])
  if (missing.length)
    throw new Error(missing.map(name => `Setting ${name}: is needed to set up PayPal.`).join('\n'))
  const s = read(settings.pick(needed).required(), env)
  const { origin, protocol } = new URL(s.PUBLIC_URL)
  if (protocol !== 'https:')
    throw new Error('Setting PUBLIC_URL: PayPal sends its messages to an https address only.')
  return {
    publicUrl: origin,
    payments: {
      kind: 'paypal',
      environment: s.PAYPAL_ENVIRONMENT,
      driver: 'v6',
      clientId: s.PAYPAL_CLIENT_ID,
      clientSecret: s.PAYPAL_CLIENT_SECRET,
      webhookId: '',
      planIds: { yearly: '', monthly: '' },
    },
  }
}

/** All of PayPal's settings or none; no test payments on a public site. */
function paymentConfig(s: z.output<typeof settings>, isPublic: boolean, refuse: Refuse): PaymentConfig {
  const needed = {
    PAYPAL_CLIENT_ID: s.PAYPAL_CLIENT_ID,
    PAYPAL_CLIENT_SECRET: s.PAYPAL_CLIENT_SECRET,
    PAYPAL_WEBHOOK_ID: s.PAYPAL_WEBHOOK_ID,
    PAYPAL_PLAN_YEARLY: s.PAYPAL_PLAN_YEARLY,
    PAYPAL_PLAN_MONTHLY: s.PAYPAL_PLAN_MONTHLY,
    PAYPAL_ENVIRONMENT: s.PAYPAL_ENVIRONMENT,
  }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  const isPayPal = missing.length < Object.keys(needed).length
  if (s.PAYMENT_SANDBOX === '1' && isPayPal)
    refuse('PAYMENT_SANDBOX', 'with the settings of PayPal there are no built-in test payments.')
  if (s.PAYMENT_SANDBOX === '1' && isPublic)
    refuse('PAYMENT_SANDBOX', 'on a public site test payments would make anybody a member for nothing.')
  if (!isPayPal) {
    const isOn = s.PAYMENT_SANDBOX ? s.PAYMENT_SANDBOX === '1' : !isPublic
    return isOn ? { kind: 'sandbox', driver: s.PAYPAL_SDK } : { kind: 'none' }
  }
  for (const [name] of missing) refuse(name, 'is needed with the others of PayPal.')
  if (missing.length) return { kind: 'none' }
  return {
    kind: 'paypal',
    environment: needed.PAYPAL_ENVIRONMENT!,
    driver: s.PAYPAL_SDK,
    clientId: needed.PAYPAL_CLIENT_ID!,
    clientSecret: needed.PAYPAL_CLIENT_SECRET!,
    webhookId: needed.PAYPAL_WEBHOOK_ID!,
    planIds: { yearly: needed.PAYPAL_PLAN_YEARLY!, monthly: needed.PAYPAL_PLAN_MONTHLY! },
  }
}

/** The paths under DATA_DIR. */
export const dataPaths = (config: Pick<Config, 'dataDir'>) => ({
  postgres: join(config.dataDir, 'postgres'),
  files: join(config.dataDir, 'files'),
  mail: join(config.dataDir, 'mail'),
  giftCodes: join(config.dataDir, 'demo-gift-codes.txt'),
})
