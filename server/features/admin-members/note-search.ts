import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { hasSearched } from './queries.ts'

const searchNoteMs = 10 * 60_000

/** Notes in the history that someone looks for a member by address, once in ten minutes. */
export async function noteSearch(
  { db, now }: Pick<Services, 'db' | 'now'>,
  q: string,
  actor: Actor,
): Promise<void> {
  if (!q.includes('@')) return
  if (await hasSearched(db, actor.designer_id, q, new Date(now().getTime() - searchNoteMs))) return
  await recordAct(db, actor, { what: 'members.find', kind: 'designer', id: 0, after: q }, now())
}
