import type { FastifyBaseLogger } from 'fastify'
import type { Role } from '../../../shared/rules/roles.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, onlyAdministrator } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import type { Picture } from '../pictures/queries.ts'
import { removePictures } from '../pictures/remove-pictures.ts'
import { closeAccountIn } from './close-account.ts'

/** The refusals of `closeAccountIn` in words for staff. To the owner they are said in the second person. */
const refusals: Record<string, (username: string, book: unknown) => string> = {
  last_administrator: username => onlyAdministrator(`${username} is`).message,
  subscription_active: username =>
    `The membership of ${username} still renews automatically. Cancel the subscription first.`,
  payment_settling: username =>
    `A payment of ${username} is being processed. Please try again in a few minutes.`,
  on_jury: (username, book) =>
    `${username} sits on the jury of ${book}: the account stays until it is published, or the chair releases them.`,
}

/** Closes somebody's account for good, in a transaction. Returns the pictures that are to be removed after it. */
export async function closeMemberIn(
  trx: Db,
  { designer_id, why, now }: { designer_id: number; why: string; now: Date },
  actor: Actor,
): Promise<Picture[]> {
  const account = await trx
    .selectFrom('designer')
    .where('designer_id', '=', designer_id)
    .select(['username', 'role', 'closed_at'])
    .executeTakeFirst()
  if (!account) throw new HttpError(404, 'Member not found')
  if (account.closed_at) return []
  const { username, role }: { username: string; role: Role } = account
  try {
    const pictures = await closeAccountIn(trx, designer_id, now)
    const act = { what: 'members.close', kind: 'designer', id: designer_id, why } as const
    await recordAct(trx, actor, { ...act, before: { username, role } }, now)
    return pictures
  } catch (error) {
    const extra = error instanceof HttpError ? error.extra : undefined
    const code = extra?.code
    const say = code === undefined ? undefined : refusals[code]
    throw say ? new HttpError(409, say(username, extra?.book), { code }) : error
  }
}

/** Closes somebody's account for good. */
export async function closeMember(
  { db, files, now }: Pick<Services, 'db' | 'files' | 'now'>,
  { designer_id, why }: { designer_id: number; why: string },
  { actor, log }: { actor: Actor; log: FastifyBaseLogger },
): Promise<void> {
  const pictures = await transaction(db, trx => closeMemberIn(trx, { designer_id, why, now: now() }, actor))
  await removePictures({ db, files }, pictures, log)
}
