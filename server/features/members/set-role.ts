import { type Role, roles } from '../../../shared/rules/roles.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { listSeats } from './queries.ts'

export const isRole = (word: string): word is Role => roles.some(role => role === word)

/** Gives an account another role. Of two administrators who demote each other at once, the second is refused. */
export async function setRole(
  { db, now }: Pick<Services, 'db' | 'now'>,
  input: { designer_id: number; role: Role; why: string },
  actor: Actor,
): Promise<void> {
  const { designer_id, role } = input
  const why = input.why.trim()
  if (!why || why.length > 200) throw invalid('why', 'Say why, in at most 200 characters.')
  await transaction(db, async trx => {
    // All administrators and the account itself, in one order: a second transaction sees what the first has done.
    const locked = await trx
      .selectFrom('designer')
      .where(eb => eb.or([eb('role', '=', 'admin'), eb('designer_id', '=', designer_id)]))
      .where('closed_at', 'is', null)
      .orderBy('designer_id')
      .select(['designer_id', 'role', 'username', 'suspended_until'])
      .forUpdate()
      .execute()
    const account = locked.find(row => row.designer_id === designer_id)
    if (!account) throw new HttpError(404, 'Member not found')
    if (account.role === role) return
    // A suspended administrator does not count.
    const isOther = (row: typeof account) =>
      row.role === 'admin' && row !== account && (!row.suspended_until || row.suspended_until <= now())
    if (account.role === 'admin' && !locked.some(isOther))
      throw new HttpError(
        409,
        `${account.username} is the only administrator. Give someone else the role first.`,
        {
          code: 'last_administrator',
        },
      )
    const [seat] = await listSeats(trx, designer_id)
    if (seat) refuseJuror(account.username, seat, role)
    await trx.updateTable('designer').set({ role }).where('designer_id', '=', designer_id).execute()
    const act = { what: 'members.role', kind: 'designer', id: designer_id, why } as const
    await recordAct(trx, actor, { ...act, before: account.role, after: role }, now())
  })
}

/** A juror keeps the role until the book is published. One who has left the jury never becomes the chair of that book. */
function refuseJuror(username: string, seat: { slug: string; left_at: Date | null }, role: Role) {
  if (!seat.left_at)
    throw new HttpError(
      409,
      `${username} sits on the jury of ${seat.slug}: the role stays until it is published.`,
    )
  if (role === 'chair' || role === 'admin')
    throw new HttpError(
      409,
      `${username} was a juror of ${seat.slug}, and can’t be its chair: wait until it is published.`,
    )
}
