import type { Db } from '../../db/connect.ts'

/** Who acts: somebody of staff who is signed in, or the operator at the shell. */
export type Actor = { designer_id: number | null; origin: 'web' | 'shell' }

export type Act = {
  /** Such as 'books.state'. */
  what: string
  kind: 'book' | 'designer' | 'logo'
  id: number
  before?: unknown
  after?: unknown
  why?: string | undefined
}

/** Notes an act of staff for good, in the transaction of the act itself. */
export async function recordAct(trx: Db, actor: Actor, act: Act, now: Date) {
  await trx
    .insertInto('staff_act')
    .values({
      at: now,
      designer_id: actor.designer_id,
      origin: actor.origin,
      what: act.what,
      kind: act.kind,
      subject_id: act.id,
      before: act.before === undefined ? null : JSON.stringify(act.before),
      after: act.after === undefined ? null : JSON.stringify(act.after),
      why: act.why ?? '',
    })
    .execute()
}

/** Acts on one thing, the last first. */
export function listActs(db: Db, kind: Act['kind'], id: number) {
  return db
    .selectFrom('staff_act')
    .leftJoin('designer', 'designer.designer_id', 'staff_act.designer_id')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .select(['act_id', 'at', 'designer.username as who', 'origin', 'what', 'before', 'after', 'why'])
    .orderBy('act_id', 'desc')
    .execute()
}
