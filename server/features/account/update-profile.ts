import { randomBytes } from 'node:crypto'
import type { core } from 'zod/mini'
import type { updateProfile as endpoint } from '../../../shared/api/account.ts'
import { transaction } from '../../db/connect.ts'
import { notSignedIn } from '../../http/errors.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { avatarName, decodeAvatar } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { isAvatarUsed, lockAccount, updateDesigner } from './queries.ts'

/**
 * Writes one's profile. A new picture is stored before the row names it and the old one removed after, under a name
 * that is never given twice: a crash leaves an unused file at most, and no two changes can remove each other's.
 */
export async function updateProfile(
  { db, files }: Services,
  input: core.output<(typeof endpoint)['input']>,
  designerId: number,
) {
  const { avatar_filename: _, avatar_base64, ...facts } = input
  const avatar = avatar_base64 ? randomBytes(16).toString('hex') : undefined
  if (avatar && avatar_base64)
    await files.put(avatarName(avatar), await decodeUpload('avatar_base64', avatar_base64, decodeAvatar))
  const before = await transaction(db, async trx => {
    const account = await lockAccount(trx, designerId)
    if (!account) throw notSignedIn()
    await updateDesigner(trx, designerId, {
      ...facts,
      ...((avatar || avatar_base64 === null) && { avatar: avatar ?? null }),
    })
    return account.avatar
  })
  const isReplaced = before && (avatar || avatar_base64 === null)
  if (isReplaced && !(await isAvatarUsed(db, before))) await files.remove(avatarName(before))
}
