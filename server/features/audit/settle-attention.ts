import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'

/** Marks a case of the ledger as done, or opens it again. Idempotent. */
export async function settleAttention(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { attention_id, done, why }: { attention_id: number; done: 0 | 1; why: string },
  actor: Actor,
): Promise<void> {
  await transaction(db, async trx => {
    const found = await trx
      .selectFrom('ledger_audit')
      .where('audit_id', '=', attention_id)
      .where('needs_attention', '=', true)
      .select(['what', 'designer_id'])
      .executeTakeFirst()
    if (!found) throw new HttpError(404, 'There is no such case.')
    const changed = done
      ? await trx
          .insertInto('attention_done')
          .values({ audit_id: attention_id, at: now(), designer_id: actor.designer_id, why })
          .onConflict(conflict => conflict.doNothing())
          .returning('audit_id')
          .executeTakeFirst()
      : await trx
          .deleteFrom('attention_done')
          .where('audit_id', '=', attention_id)
          .returning('audit_id')
          .executeTakeFirst()
    if (!changed) return
    const act = { what: done ? 'attention.done' : 'attention.open', kind: 'designer', why } as const
    await recordAct(
      trx,
      actor,
      { ...act, id: found.designer_id ?? 0, after: { attention_id, what: found.what } },
      now(),
    )
  })
}
