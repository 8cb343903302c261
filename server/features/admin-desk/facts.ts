import packageJson from '../../../package.json' with { type: 'json' }
import { formatCount, formatNumber } from '../../../shared/rules/format.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { countSupportCards, sumSupportGrants } from '../admin-money/queries.ts'
import { findInstallation } from './queries.ts'

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`

/** The installation in a few figures. What it cannot know, it says so. */
export async function describeInstallation({ db, files }: Pick<Services, 'db' | 'files'>) {
  const [{ database, postgres, logos, members, wal_archived_at }, space] = await Promise.all([
    findInstallation(db),
    files.findSpace?.(),
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
      value: wal_archived_at
        ? `WAL archived ${wal_archived_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
        : 'Not known: backups are run elsewhere',
    },
    { name: 'Version', value: packageJson.version },
    { name: 'PostgreSQL', value: postgres },
    { name: 'Node', value: process.version },
  ]
}

/** For administrators: what support gave away in the last seven days. */
export async function describeSupport(db: Db, now: Date) {
  const since = new Date(now.getTime() - 7 * 86_400_000)
  const [{ days, members }, cards] = [await sumSupportGrants(db, since), await countSupportCards(db, since)]
  const given = [
    days ? `${formatCount(days, 'day')} to ${formatCount(members, 'member')}` : '',
    cards ? formatCount(cards, 'gift card') : '',
  ].filter(Boolean)
  return { name: 'Given by support this week', value: given.join(', ') || 'Nothing' }
}
