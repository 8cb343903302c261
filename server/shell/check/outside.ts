import { randomUUID } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import { formatCount } from '../../../shared/rules/format.ts'
import type { Config } from '../../config.ts'
import { connect } from '../../db/connect.ts'
import { listBackups, readManifest } from '../../features/backups/manifest.ts'
import { isOverdue } from '../../features/backups/overdue.ts'
import { openTarget } from '../../features/backups/target.ts'
import { requireStore, StoreAway } from '../../features/pictures/read-from-store.ts'
import { isLocalHost } from '../../lib/loopback.ts'
import type { Files } from '../../outside/files.ts'
import { verifySmtp } from '../../outside/mail.ts'
import type { PayPalClient } from '../../outside/paypal-client.ts'
import { judgeSetup } from '../../outside/paypal-setup.ts'
import { tryValkey } from '../../outside/valkey.ts'
import { isAllowedAddress } from '../../outside/webhook-sender.ts'
import { failed, leftOut, ok, type Row, unset } from './row.ts'

const tryMs = 10_000

/** Puts a file, reads it, lists it and removes it, as the program does with pictures. */
export async function checkStore(files: Files, name: string): Promise<Row> {
  const folder = 'checks'
  const file = `${folder}/${randomUUID()}.txt`
  const bytes = Buffer.from('colophon')
  await files.put(file, bytes)
  const read = await files.get(file)
  const isListed = (await files.list(folder, file.slice(folder.length + 1, folder.length + 3))).includes(file)
  await files.remove(file)
  if (!read?.equals(bytes)) return failed(name, 'A file that was written could not be read again.')
  if (!isListed)
    return failed(name, 'A file that was written is not listed: the key needs the right to list.')
  if (await files.has(file)) return failed(name, 'A file that was removed is still there.')
  return ok(name, 'Put, get, list and delete work.')
}

/** Tries the store of the pictures, and whether it has those of the logos in the database, where there is one. */
export async function checkPictures(files: Files, url: string | undefined): Promise<Row> {
  const tried = await checkStore(files, 'Pictures')
  if (tried.state !== 'ok' || !url) return tried
  const { db, close } = connect(url, { max: 1 })
  try {
    await requireStore(db, files)
    return tried
  } catch (error) {
    // What is wrong with the database is said in its own rows.
    return error instanceof StoreAway ? failed('Pictures', error.message) : tried
  } finally {
    await close()
  }
}

/** Asks Valkey for all that the program needs of it. */
export async function checkValkey(url: string): Promise<Row> {
  const server = await tryValkey(url)
  const { host } = new URL(url)
  if (!server) return ok('Valkey', `${host} does what the program needs. It does not tell its version.`)
  const [, major = 0, minor = 0] = /^Redis (\d+)\.(\d+)/.exec(server)?.map(Number) ?? []
  return server.startsWith('Redis') && (major < 6 || (major === 6 && minor < 2))
    ? failed('Valkey', `${server} at ${host} is too old: the program needs Redis 6.2 or newer, or Valkey.`)
    : ok('Valkey', `${server} at ${host} does what the program needs.`)
}

/** Greets the mail server and signs in; sends nothing. */
export async function checkMail({
  smtpUrl,
  isPublic,
}: Pick<Config, 'smtpUrl'> & { isPublic: boolean }): Promise<Row> {
  if (!smtpUrl)
    return unset(
      'Mail',
      'SMTP_URL is not set: mail waits in the outbox, or becomes files in development.',
      isPublic,
    )
  await verifySmtp(smtpUrl, tryMs)
  return ok('Mail', `${new URL(smtpUrl).hostname} lets the program in.`)
}

/** Whether the sender's domain says who may send for it. */
export async function checkSender(
  mailFrom: string,
  isPublic: boolean,
  resolve: typeof resolveTxt = resolveTxt,
): Promise<Row> {
  const domain = mailFrom.split('@').at(-1)!
  if (!isPublic)
    return leftOut('Sender', 'The site is not public: the records of the sender’s domain do not matter.')
  const read = (name: string) =>
    resolve(name).then(
      records => records.map(parts => parts.join('')),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') return [] as string[]
        throw error
      },
    )
  const [own, policy] = await Promise.all([read(domain), read(`_dmarc.${domain}`)]).catch(() => [
    undefined,
    undefined,
  ])
  if (!own || !policy) return leftOut('Sender', 'DNS does not answer here.')
  const missing = [
    own.some(record => /^v=spf1\b/i.test(record))
      ? ''
      : `SPF (a TXT record of ${domain} that begins with v=spf1)`,
    policy.some(record => /^v=dmarc1\b/i.test(record))
      ? ''
      : `DMARC (a TXT record of _dmarc.${domain} that begins with v=DMARC1)`,
  ].filter(Boolean)
  return missing.length
    ? failed('Sender', `Mail from ${domain} will often be taken for spam. Missing: ${missing.join('; ')}.`)
    : ok('Sender', `${domain} has SPF and DMARC.`)
}

/** The plans and the webhook at the provider are the ones of the settings, and as the program needs them. */
export async function checkProvider(
  { payments, publicUrl }: Pick<Config, 'payments' | 'publicUrl'>,
  isPublic: boolean,
  connect: (payments: Extract<Config['payments'], { kind: 'paypal' }>) => Pick<PayPalClient, 'ask'>,
): Promise<Row> {
  if (payments.kind === 'sandbox')
    return leftOut('Payments', 'The built-in test provider takes them; no money moves.')
  if (payments.kind === 'none')
    return unset('Payments', 'PayPal’s settings are not made: only gift cards are accepted.', isPublic)
  const problems = await judgeSetup(connect(payments), payments, `${publicUrl}/api/payments/webhook`)
  return problems.length
    ? failed('Payments', `${problems.join(' ')} Run npm run admin -- paypal setup.`)
    : ok('Payments', `Both plans and the webhook are there (${payments.environment}).`)
}

/**
 * Whether the site is reached at its address, and its visitors at theirs. `signedInFrom`: the addresses that the sessions of the last
 * days have, as the program believed them.
 */
export async function checkProxy(
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
  isPublic: boolean,
  signedInFrom: readonly string[],
): Promise<Row> {
  if (!isPublic) return leftOut('Proxy', 'The site is not public.')
  const { hostname } = new URL(publicUrl)
  if (!trustProxy.length && !isLocalHost(hostname))
    return failed(
      'Proxy',
      'TRUST_PROXY is not set: behind a proxy all visitors would share one visitor’s limits.',
    )
  const answer = await fetch(`${publicUrl}/healthz`, {
    signal: AbortSignal.timeout(tryMs),
    redirect: 'manual',
  }).catch((error: Error & { cause?: Error }) => error.cause ?? error)
  if (answer instanceof Error) return failed('Proxy', `${publicUrl} does not answer: ${answer.message}.`)
  if (!answer.ok) return failed('Proxy', `${publicUrl}/healthz answers ${answer.status}.`)
  const [only, ...others] = signedInFrom
  if (only === undefined)
    return ok(
      'Proxy',
      `${publicUrl} answers. Whether TRUST_PROXY names its proxy shows once somebody has signed in.`,
    )
  return !others.length && !isAllowedAddress(only, { allowsLoopback: false })
    ? failed(
        'Proxy',
        `All who signed in this week came from ${only}, which is the proxy’s own address: TRUST_PROXY (${trustProxy.join(', ')}) ` +
          'does not name it, or it sends no X-Forwarded-For. All visitors share one visitor’s limits.',
      )
    : ok('Proxy', `${publicUrl} answers, and who signed in this week has an address of their own.`)
}

export type BackupState = { problem: string | null; installation: string | null }

/** Where scheduled backups go, how old the last good one there is, and why there is no newer one. `site`: what the database says, if it answers. */
export async function checkBackups(
  config: Pick<Config, 'backup' | 'files' | 's3'>,
  { isPublic, site, now = new Date() }: { isPublic: boolean; site: BackupState | undefined; now?: Date },
): Promise<Row> {
  const { backup } = config
  if (!backup) return unset('Backups', 'BACKUP_TO is not set: the program makes none.', isPublic)
  const target = await openTarget(backup.to, config)
  const tried = await checkStore(target, 'Backups')
  if (tried.state !== 'ok') return tried
  const last = (await listBackups(target)).at(-1)
  if (last === undefined) return ok('Backups', `${backup.to} can be written to; there is none yet.`)
  const { made_at, installation } = await readManifest(target, last)
  if (site?.problem) return failed('Backups', `The last attempt failed. ${site.problem}`)
  if (site && installation !== site.installation)
    return failed(
      'Backups',
      `${backup.to} holds the backups of another site, or of the one that this was restored from: the program makes none there. ` +
        'Set BACKUP_TO to a place of its own, or go on there with npm run admin -- backup … --take-over.',
    )
  const hours = Math.round((now.getTime() - Date.parse(made_at)) / 3_600_000)
  const sentence = `The newest at ${backup.to} is ${formatCount(hours, 'hour')} old.`
  return isOverdue(made_at, backup.everyMs, now)
    ? failed('Backups', `${sentence} BACKUP_EVERY asks for more: Today and the log say why there is none.`)
    : ok('Backups', sentence)
}
