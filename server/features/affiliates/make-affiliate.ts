import { transaction } from '../../db/connect.ts'
import { invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { createAffiliate } from './queries.ts'

/** Gives a member an affiliate code. */
export async function makeAffiliate(
  { db, now }: Pick<Services, 'db' | 'now'>,
  input: { code: string; username: string },
  actor: Actor,
): Promise<void> {
  await transaction(db, async trx => {
    const problem = await createAffiliate(trx, { ...input, now: now() })
    if (problem) throw invalid(problem.startsWith('There') ? 'username' : 'code', problem)
    const act = { what: 'affiliates.make', kind: 'affiliate', id: 0, after: input } as const
    await recordAct(trx, actor, act, now())
  })
}
