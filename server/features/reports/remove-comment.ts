import { HttpError } from '../../http/errors.ts'
import { requireFactor } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorOf, canOf, type Viewer } from '../../viewer.ts'
import { deleteComment, findComment } from '../logos/queries.ts'
import { removeShownComment } from './decide-by-hand.ts'

/**
 * Removes a comment: its author and the owner of its logo delete it at once; for staff it is a decision as at the desk, which
 * takes a second factor and a reason, and has an appeal.
 */
export async function removeComment(
  services: Pick<Services, 'db' | 'now' | 'publicUrl' | 'hasDemoData'>,
  { comment_id: id, why = '' }: { comment_id: number; why?: string | undefined },
  viewer: Viewer,
) {
  const { db } = services
  if (await deleteComment(db, id, viewer.id)) return
  if (!(await findComment(db, id))) throw new HttpError(404, 'Comment not found')
  if (!canOf(viewer).includes('comments'))
    throw new HttpError(403, 'Only its author and the logo’s owner may remove a comment.')
  requireFactor(viewer, services)
  await removeShownComment(services, { id, why }, actorOf(viewer))
}
