import { formatCount } from '../../../../shared/rules/format.ts'
import type { Db } from '../../../db/connect.ts'
import { isOverdue } from '../../backups/overdue.ts'
import { findBackupProblem, findLastBackup } from '../../backups/queries.ts'
import { ageOf } from './facts.ts'
import type { Matter } from './matter.ts'

/** Where *Today* itself says how the installation is. */
const href = '/admin#installation'

/** For administrators: a backup that failed or is overdue, and pictures that the last one did not find. */
export async function listMattersOfBackups(
  db: Db,
  now: Date,
  everyMs: number | undefined,
): Promise<Matter[]> {
  const [last, problem] = [await findLastBackup(db), await findBackupProblem(db)]
  const age = last && ageOf(last.at, now)
  const isLate = everyMs !== undefined && (!last || isOverdue(last.at, everyMs, now))
  const missing = last?.missing
  return [
    {
      can: 'site',
      kind: 'backup',
      count: problem || isLate ? 1 : 0,
      text: problem
        ? 'The last backup failed'
        : age
          ? `The last backup is ${age} old`
          : 'There is no backup yet',
      href,
      listOldest: async () =>
        problem
          ? [
              waiting(
                age ? `The last good one is ${age} old` : 'There is no good one yet',
                problem.why,
                problem.at,
              ),
            ]
          : [],
    },
    {
      can: 'site',
      kind: 'missing-pictures',
      count: missing?.count ?? 0,
      text: `${formatCount(missing?.count ?? 0, 'picture')} of logos missing from the store`,
      href,
      listOldest: async () => [
        waiting('No older backup is removed', `Until they are back, such as ${missing?.such_as}`, last!.at),
      ],
    },
  ]
}

const waiting = (name: string, detail: string, at: string) => ({
  name,
  detail,
  at: new Date(at),
  picture: null,
  href,
})
