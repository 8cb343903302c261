import { update } from '../../shared/api/desk/members.ts'
import type { Role } from '../../shared/rules/roles.ts'
import { hourMs } from '../../shared/rules/time.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { resetFactors } from '../features/factors/change-factors.ts'
import { noteSearch } from '../features/history/note-reading.ts'
import { listActs } from '../features/history/queries.ts'
import { createMember } from '../features/members/create-member.ts'
import { noteOnMember } from '../features/members/note-on-member.ts'
import { findMember, listSeats, searchMembers } from '../features/members/queries.ts'
import { sendPasswordLetter } from '../features/members/send-password-letter.ts'
import { setRole } from '../features/members/set-role.ts'
import { parseInput } from '../http/serve.ts'
import { counted, inColumns, Mistake, requireReason, say, shell } from './mistake.ts'

const now = () => new Date()

async function requireMember(db: Db, username: string) {
  const member = await findMember(db, username)
  if (!member) throw new Mistake(`There is no member ${username}.`)
  return member
}

/** Until when an account is suspended, in words; nothing where it is not. */
const suspensionOf = (until: Date | null) =>
  until && until > now() ? `suspended until ${until.toISOString().slice(0, 10)}` : ''

export async function createMemberAtShell(
  db: Db,
  { publicUrl }: Config,
  account: { username: string; role: Role; email: string; why?: string },
) {
  const { username, role, email } = account
  const { isNew } = await createMember({ db, now, publicUrl }, account, shell)
  say(
    isNew
      ? `${username} is ${role}. A link to set a password is mailed to ${email}.`
      : `${username} is ${role} already. No email is sent.`,
  )
}

/** Looks for accounts; a search by address is noted in the history. */
export async function findMembersAtShell(db: Db, words: string) {
  await noteSearch({ db, now }, words, shell)
  const members = await searchMembers(db, words)
  for (const { designer_id, username, role, email, company, suspended_until } of members)
    say(inColumns(designer_id, username, role, email, company, suspensionOf(suspended_until)))
  say(counted(members.length, 'member', 'members'))
}

export async function showMember(db: Db, username: string) {
  const member = await requireMember(db, username)
  const { designer_id, role, email, company, first_name, last_name, member_since, member_expire } = member
  say(inColumns(designer_id, member.username, role, email))
  say(`${first_name} ${last_name}, ${company}`)
  say(
    `since ${member_since.toISOString().slice(0, 10)}, ${member_expire ? `paid until ${member_expire}` : 'no membership'}`,
  )
  if (suspensionOf(member.suspended_until)) say(suspensionOf(member.suspended_until))
  for (const { slug, left_at } of await listSeats(db, designer_id))
    say(`${left_at ? 'has left' : 'sits on'} the jury of ${slug}`)
  for (const { at, who, what, before, after, why } of await listActs(db, 'designer', designer_id))
    say(inColumns(at.toISOString(), who ?? 'shell', what, JSON.stringify(before), JSON.stringify(after), why))
}

export async function resetFactorsAtShell(db: Db, config: Config, username: string, why: string) {
  const { designer_id, username: name } = await requireMember(db, username)
  const { secret, publicUrl } = config
  const isDone = await resetFactors(
    { db, now, secret, publicUrl, hasDemoData: config.demo },
    { designer_id, why },
    shell,
  )
  say(
    isDone
      ? `${name} has no second factor anymore, is logged out everywhere, and gets an email about it.`
      : `${name} has no second factor.`,
  )
}

export async function setRoleAtShell(db: Db, username: string, role: Role, why: string) {
  const member = await requireMember(db, username)
  await setRole({ db, now }, { designer_id: member.designer_id, role, why }, shell)
  say(`${member.username} is ${role}.`)
}

/** Writes a note on an account. Idempotent for the same note within an hour. */
export async function noteAtShell(
  db: Db,
  username: string,
  { note: typed, why }: { note: string; why: string },
) {
  const reason = requireReason(why)
  const { designer_id, username: name } = await requireMember(db, username)
  const { note = '' } = parseInput(update.input, { designer_id, note: typed, why: reason })
  const since = now().getTime() - hourMs
  const same = (await listActs(db, 'designer', designer_id)).find(
    act =>
      act.what === 'members.note' &&
      act.origin === 'shell' &&
      act.after === note &&
      act.why === reason &&
      act.at.getTime() > since,
  )
  if (!same) await noteOnMember({ db, now }, { designer_id, note, why: reason }, shell)
  say(same ? `${name} was given this note within the last hour.` : `The note on ${name} is kept.`)
}

/** Mails a member the link to set a new password. */
export async function sendPasswordAtShell(db: Db, { publicUrl }: Config, username: string) {
  const { designer_id, username: name, email } = await requireMember(db, username)
  await sendPasswordLetter({ db, now, publicUrl }, designer_id, shell)
  say(`A link to set a new password is mailed to ${name}, at ${email}.`)
}
