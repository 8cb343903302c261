import type { Services } from '../../services.ts'
import { type Actor, hasSearched, recordAct } from './queries.ts'

const searchNoteMs = 10 * 60_000

/** Notes in the history that someone looks for a person by address, once in ten minutes. */
export async function noteSearch(
  { db, now }: Pick<Services, 'db' | 'now'>,
  q: string,
  actor: Actor,
): Promise<void> {
  if (!q.includes('@')) return
  if (await hasSearched(db, actor.designer_id, q, new Date(now().getTime() - searchNoteMs))) return
  await recordAct(db, actor, { what: 'members.find', kind: 'designer', id: 0, after: q }, now())
}

/** Notes in the history that someone saved a list of the desk as a file: which list, by which query, how many rows. */
export function noteExport(
  { db, now }: Pick<Services, 'db' | 'now'>,
  after: { list: string; query: Record<string, string>; rows?: number },
  actor: Actor,
): Promise<void> {
  return recordAct(db, actor, { what: 'exports.read', kind: 'export', id: 0, after }, now())
}
