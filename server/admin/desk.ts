import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { closeMember } from '../features/admin-members/act-on-member.ts'
import { settleAttention } from '../features/admin-money/attention.ts'
import { giveTime } from '../features/admin-money/grants.ts'
import { listHistory } from '../features/history/queries.ts'
import { findMember } from '../features/members/queries.ts'
import { makeLogger } from '../logger.ts'
import { openFiles } from '../outside/file-store.ts'
import { inColumns, Mistake, say, shell } from './mistake.ts'

// What staff do at the desk, at the shell: the same functions.

const now = () => new Date()
const hourMs = 3_600_000

function requireReason(why: string | undefined): string {
  const reason = why?.trim() ?? ''
  if (!reason || reason.length > 200) throw new Mistake('Say why, in at most 200 characters: --why <reason>.')
  return reason
}

async function requireMember(db: Db, username: string) {
  const member = await findMember(db, username)
  if (!member) throw new Mistake(`There is no member ${username}.`)
  return member
}

/** Gives time; the same days for the same member within an hour are the same grant. */
export async function grantAtShell(db: Db, username: string, typed: string | undefined, why = '') {
  const days = /^[1-9]\d{0,2}$/.test(typed ?? '') ? Number(typed) : 0
  if (!days || days > 731) throw new Mistake('Say how many days: 1 to 731.')
  const { designer_id, username: name } = await requireMember(db, username)
  const same = await db
    .selectFrom('staff_act')
    .innerJoin('membership_grant', join =>
      join.on(sql<boolean>`membership_grant.grant_id = (staff_act.after ->> 'grant_id')::int`),
    )
    .where('what', '=', 'grants.give')
    .where('origin', '=', 'shell')
    .where('kind', '=', 'designer')
    .where('subject_id', '=', designer_id)
    .where('at', '>', new Date(now().getTime() - hourMs))
    .where(sql<boolean>`(staff_act.after ->> 'days')::int = ${days}`)
    .where('reversed_at', 'is', null)
    .select('ends_on')
    .limit(1)
    .executeTakeFirst()
  if (same) {
    say(`${name} was given these ${days} days within the last hour, until ${same.ends_on}.`)
    return
  }
  const { ends_on } = await giveTime({ db, now }, { designer_id, days, why }, { ...shell, role: 'admin' })
  say(`${name} has ${days} more days, until ${ends_on}.`)
}

export async function closeAtShell(db: Db, config: Config, username: string, why: string | undefined) {
  const reason = requireReason(why)
  const { designer_id, username: name } = await requireMember(db, username)
  const { secret, publicUrl, supportEmail, seller } = config
  const known = { hasDemoData: config.demo, secret, publicUrl, supportEmail, seller }
  await closeMember(
    { db, now, files: openFiles(config.files), ...known },
    { designer_id, why: reason },
    { actor: shell, log: makeLogger('warn') },
  )
  say(`The account of ${name} is closed.`)
}

export async function settleCaseAtShell(db: Db, typed: string, why: string | undefined) {
  const reason = requireReason(why)
  const attention_id = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
  await settleAttention({ db, now }, { attention_id, done: 1, why: reason }, shell)
  say(`Case ${attention_id} is done.`)
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
