import packageJson from '../../../package.json' with { type: 'json' }
import { formatNumber } from '../../../shared/rules/format.ts'
import type { Services } from '../../services.ts'
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
        : 'Unknown: backups are made outside the site',
    },
    { name: 'Version', value: packageJson.version },
    { name: 'PostgreSQL', value: postgres },
    { name: 'Node', value: process.version },
  ]
}
