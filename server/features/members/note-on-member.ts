import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'

/** Keeps a note about an account, in the history. */
export async function noteOnMember(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { designer_id, note, why }: { designer_id: number; note: string; why: string },
  actor: Actor,
): Promise<void> {
  const account = await db
    .selectFrom('designer')
    .where('designer_id', '=', designer_id)
    .select('designer_id')
    .executeTakeFirst()
  if (!account) throw new HttpError(404, 'Member not found')
  const act = { what: 'members.note', kind: 'designer', id: designer_id, after: note, why } as const
  await recordAct(db, actor, act, now())
}
