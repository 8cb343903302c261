import type { SiteName } from '../../../shared/site-words.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { defaultsOfSite } from '../../lib/site-words.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { checkWord } from './check-word.ts'
import { insertVersion, listVersions, lockNewest } from './queries.ts'

type Input = { name: SiteName; value?: unknown; version?: number | undefined; why?: string | undefined }

/**
 * Saves a word as its next version. Concurrent saves become two versions; the later is current. Returns false if the value is
 * unchanged.
 */
export async function saveWord(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { name, value, version, why }: Input,
  actor: Actor,
): Promise<boolean> {
  if ((value === undefined) === (version === undefined))
    throw invalid('value', 'Send a value, or the version to restore.')
  const checked = version === undefined ? checkWord(name, value) : undefined
  return transaction(db, async trx => {
    const newest = await lockNewest(trx, name)
    const wanted = version === undefined ? checked : await findVersion(version)
    const before = newest ? newest.value : defaultsOfSite()[name]
    if (isSame(wanted, before)) return false
    const next = (newest?.version ?? 0) + 1
    await insertVersion(trx, {
      name,
      version: next,
      value: wanted,
      at: now(),
      designer_id: actor.designer_id,
    })
    await recordAct(
      trx,
      actor,
      {
        what: `site.${name}`,
        kind: 'site',
        id: next,
        before: { version: newest?.version ?? 0 },
        after: { version: next, ...(version !== undefined && { taken_back: version }) },
        why,
      },
      now(),
    )
    return true

    async function findVersion(version: number): Promise<unknown> {
      if (version === 0) return defaultsOfSite()[name]
      const found = (await listVersions(trx, name)).find(each => each.version === version)
      if (!found) throw new HttpError(404, 'There is no such version.')
      return found.value
    }
  })
}

/** Whether two values are the same, with their names in any order: the database has its own. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, each]) => [name, sorted(each)])
      : value
