import { deletableSince } from '../../../shared/rules/delete-window.ts'
import type { Db } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import type { Viewer } from '../../viewer.ts'
import { deleteLogo, findOwner } from './queries.ts'

/**
 * Deletes `viewer`'s logo within 48 hours of its upload and returns the name of its picture, which is queued for
 * removal. Throws 403 for another designer's, 404 for none, 409 if it is too late or the logo is in a book.
 */
export async function deleteOwnLogo(db: Db, logoId: number, now: Date, viewer: Viewer) {
  const image = await deleteLogo(db, logoId, deletableSince(now), viewer)
  if (image) return image
  const { hidden_at } = await requireOwner(db, logoId, viewer)
  if (hidden_at) throw new HttpError(409, 'This logo is hidden. Write to us if you want it deleted.')
  throw new HttpError(409, 'A logo can be deleted only within 48 hours of its upload.')
}

/** Refuses every caller except a logo's owner; a hidden logo of another designer's looks like none. */
export async function requireOwner(db: Db, logoId: number, viewer: Viewer) {
  const owner = await findOwner(db, logoId)
  if (!owner || (owner.hidden_at && owner.designer_id !== viewer.id))
    throw new HttpError(404, 'Logo not found')
  if (owner.designer_id !== viewer.id) throw new HttpError(403, 'Only its owner may change a logo.')
  return owner
}
