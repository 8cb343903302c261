import { hourMs } from '../../shared/rules/time.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { makeAffiliate } from '../features/affiliates/make-affiliate.ts'
import { findAffiliate, listAffiliates } from '../features/affiliates/queries.ts'
import { settleAttention } from '../features/audit/settle-attention.ts'
import { findShellGrant } from '../features/desk/money/queries.ts'
import { findClosedUsername, listHistory } from '../features/history/queries.ts'
import { closeMember } from '../features/members/close-member.ts'
import { findMember } from '../features/members/queries.ts'
import { giveTime, takeTimeBack } from '../features/membership/give-time.ts'
import { HttpError } from '../http/errors.ts'
import { makeLogger } from '../logger.ts'
import { openFiles } from '../outside/file-store.ts'
import { counted, inColumns, Mistake, numberOf, requireReason, say, shell } from './mistake.ts'

// What staff do at the desk, at the shell: the same functions.

const now = () => new Date()

async function requireMember(db: Db, username: string) {
  const member = await findMember(db, username)
  if (!member) throw new Mistake(`There is no member ${username}.`)
  return member
}

/** Gives time. Idempotent for the same days to the same member within an hour. */
export async function grantAtShell(db: Db, username: string, typed: string, why = '') {
  const days = /^[1-9]\d{0,2}$/.test(typed) ? Number(typed) : 0
  if (!days || days > 731) throw new Mistake('Say how many days: 1 to 731.')
  const { designer_id, username: name } = await requireMember(db, username)
  const same = await findShellGrant(db, { designer_id, days, since: new Date(now().getTime() - hourMs) })
  if (same) {
    say(`${name} was given these ${days} days within the last hour, until ${same.ends_on}.`)
    return
  }
  const { ends_on } = await giveTime({ db, now }, { designer_id, days, why }, { ...shell, role: 'admin' })
  say(`${name} has ${days} more days, until ${ends_on}.`)
}

/** Takes back time that staff gave. Idempotent. */
export async function takeTimeBackAtShell(db: Db, typed: string, why: string) {
  const reason = requireReason(why)
  const grant_id = numberOf(typed)
  const giver = { ...shell, role: 'admin' } as const
  const { member_expire } = await takeTimeBack({ db, now }, { grant_id, why: reason }, giver)
  const left = member_expire ? `paid until ${member_expire}` : 'no membership'
  say(`Grant ${grant_id} is taken back: ${left}.`)
}

/** Gives a member an affiliate code, and prints its address. A code of that member's stays. */
export async function makeAffiliateAtShell(
  db: Db,
  { publicUrl }: Config,
  { code, username }: { code: string; username: string },
) {
  const addressOf = (own: string) => `${publicUrl}/join?aff=${own}`
  try {
    await makeAffiliate({ db, now }, { code, username }, shell)
    say(addressOf(code))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const existing = await findAffiliate(db, code, username)
    if (!existing) throw error
    say(`${existing.code} is a code of ${existing.username} already: ${addressOf(existing.code)}`)
  }
}

export async function listAffiliatesAtShell(db: Db) {
  const affiliates = await listAffiliates(db)
  for (const { code, username, joined, paid, reversed } of affiliates)
    say(`${code}  of ${username}: ${joined} joined, ${paid} paid, ${reversed} paid and were refunded`)
  say(counted(affiliates.length, 'code', 'codes'))
}

/** Closes an account; one that staff closed before stays so. */
export async function closeAtShell(db: Db, config: Config, username: string, why: string) {
  const reason = requireReason(why)
  const closed = (await findMember(db, username)) ? undefined : await findClosedUsername(db, username)
  if (closed !== undefined) {
    say(`The account of ${closed} is closed already.`)
    return
  }
  const { designer_id, username: name } = await requireMember(db, username)
  const { secret, publicUrl, supportEmail, seller } = config
  const settings = { hasDemoData: config.demo, secret, publicUrl, supportEmail, seller }
  await closeMember(
    { db, now, files: openFiles(config.files), ...settings },
    { designer_id, why: reason },
    { actor: shell, log: makeLogger('warn') },
  )
  say(`The account of ${name} is closed.`)
}

/** Marks a case of the ledger as done (1), or opens it again (0). Idempotent. */
export async function settleCaseAtShell(db: Db, typed: string, done: 0 | 1, why: string) {
  const reason = requireReason(why)
  const attention_id = numberOf(typed)
  await settleAttention({ db, now }, { attention_id, done, why: reason }, shell)
  say(`Case ${attention_id} is ${done ? 'done' : 'open'}.`)
}

/** The last fifty acts, the newest first. */
export async function showHistory(db: Db, q: string) {
  for (const act of await listHistory(db, { q: q || undefined }, { page: 1, page_size: 50 }))
    say(
      inColumns(
        act.at.toISOString(),
        act.who ?? (act.from === 'shell' ? 'shell' : 'program'),
        act.what,
        act.name ?? `${act.kind} ${act.id}`,
        act.before === null ? null : JSON.stringify(act.before),
        act.after === null ? null : JSON.stringify(act.after),
        act.why,
      ),
    )
}
