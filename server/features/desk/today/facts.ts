import packageJson from '../../../../package.json' with { type: 'json' }
import { formatCount, formatNumber } from '../../../../shared/rules/format.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import type { Db } from '../../../db/connect.ts'
import type { Services } from '../../../services.ts'
import { findBackupProblem, findLastBackup } from '../../backups/queries.ts'
import { countSupportCards } from '../../gift-cards/queries.ts'
import { sumSupportGrants } from '../money/queries.ts'
import { findInstallation } from './queries.ts'

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`

/** `5 hours`, of the time from `since` to `now`. */
export function ageOf(since: string | Date, now: Date) {
  const minutes = Math.max(0, Math.round((now.getTime() - new Date(since).getTime()) / 60_000))
  if (minutes < 90) return formatCount(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.round(hours / 24), 'day')
}

/** The installation in a few figures; 'Unknown' for one that cannot be read. */
export async function describeInstallation({ db, files, now }: Pick<Services, 'db' | 'files' | 'now'>) {
  const [{ database, postgres, logos, members, wal_archived_at }, space, last, problem] = await Promise.all([
    findInstallation(db),
    files.findSpace?.(),
    findLastBackup(db),
    findBackupProblem(db),
  ])
  return [
    { name: 'Logos', value: formatNumber(logos) },
    { name: 'Accounts', value: formatNumber(members) },
    { name: 'Database', value: database },
    {
      name: 'Free disk',
      value: space
        ? `${inGigabytes(space.free)} of ${inGigabytes(space.total)}`
        : 'Unknown: the pictures are in an S3 store',
    },
    {
      name: 'Last backup',
      value: last
        ? `${ageOf(last.at, now())} ago, proved, at ${last.where}`
        : 'None by the program: set BACKUP_TO, or back up elsewhere',
    },
    ...(problem ? [{ name: 'Backup failed', value: `${ageOf(problem.at, now())} ago: ${problem.why}` }] : []),
    ...(wal_archived_at ? [{ name: 'WAL archived', value: `${ageOf(wal_archived_at, now())} ago` }] : []),
    { name: 'Version', value: packageJson.version },
    { name: 'PostgreSQL', value: postgres },
    { name: 'Node', value: process.version },
  ]
}

/** For administrators: what support gave away in the last seven days. */
export async function describeSupport(db: Db, now: Date) {
  const since = new Date(now.getTime() - 7 * dayMs)
  const [{ days, members }, cards] = [await sumSupportGrants(db, since), await countSupportCards(db, since)]
  const given = [
    days ? `${formatCount(days, 'day')} to ${formatCount(members, 'member')}` : '',
    cards ? formatCount(cards, 'gift card') : '',
  ].filter(Boolean)
  return { name: 'Given by support this week', value: given.join(', ') || 'Nothing' }
}
