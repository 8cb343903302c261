import type { core } from 'zod/mini'
import type { appeal } from '../../../shared/api/reports.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countUnlessRight } from '../../http/limits.ts'
import { linkUsed, wrongLinksPerAddress } from '../../http/mailed-link.ts'
import { hashToken } from '../../lib/hash-token.ts'
import type { Services } from '../../services.ts'
import { appealMs } from './messages.ts'
import { insertReport, lockAppealLink, markAppealed } from './queries.ts'

/** Accepts an appeal against a decision: one for each link. */
export async function fileAppeal(
  { db, now }: Pick<Services, 'db' | 'now'>,
  input: core.output<(typeof appeal)['input']>,
  ip: string,
) {
  let report_id: number | undefined
  await countUnlessRight(db, [[wrongLinksPerAddress, addressKey(ip)]], now(), async () => {
    report_id = await transaction(db, trx => insertAppeal(trx, input, now()))
    return report_id !== undefined
  })
  if (report_id === undefined)
    throw new HttpError(400, 'This link has expired or is incomplete. Please open it from our email again.', {
      code: 'link_expired',
    })
  return { report_id, state: 'appeal' as const }
}

async function insertAppeal(
  trx: Services['db'],
  { token, text }: { token: string; text: string },
  now: Date,
): Promise<number | undefined> {
  const hash = hashToken(token)
  const link = await lockAppealLink(trx, hash)
  if (!link || now.getTime() - link.decided_at.getTime() > appealMs) return undefined
  if (link.used_at) throw linkUsed()
  await markAppealed(trx, hash, now)
  return insertReport(trx, {
    kind: link.kind,
    subject_id: link.subject_id,
    reason: 'other',
    text,
    reporter_id: link.designer_id,
    email: link.email,
    is_appeal: true,
    against: link.decision_id,
    created_at: now,
  })
}
