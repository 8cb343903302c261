import type { Role } from '../../../shared/rules/roles.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, requireWhy } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { listSeats, lockWithAdmins, requireOtherAdmin } from './queries.ts'

/** Gives an account another role. Of two administrators who demote each other at once, the second is refused. */
export async function setRole(
  { db, now }: Pick<Services, 'db' | 'now'>,
  input: { designer_id: number; role: Role; why: string },
  actor: Actor,
): Promise<void> {
  const { designer_id, role } = input
  const why = requireWhy(input.why)
  await transaction(db, async trx => {
    const locked = await lockWithAdmins(trx, [designer_id])
    const account = locked.find(row => row.designer_id === designer_id)
    if (!account) throw new HttpError(404, 'Member not found')
    if (account.role === role) return
    await requireOtherAdmin(trx, account, now(), `${account.username} is`)
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
