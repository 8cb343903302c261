import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { core } from 'zod/mini'
import type { updateProfile as endpoint } from '../../../shared/api/account.ts'
import { transaction } from '../../db/connect.ts'
import { notSignedIn } from '../../http/errors.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { avatarName, decodeAvatar } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { queueForRemoval } from '../pictures/queries.ts'
import { removePictures } from '../pictures/remove-pictures.ts'
import { lockAccount, updateDesigner } from './queries.ts'

/**
 * Writes the profile. A new picture is stored before the row names it and the old one removed afterwards; names are
 * never reused. So a crash leaves an unused file at most, and concurrent changes cannot remove each other's picture.
 */
export async function updateProfile(
  { db, files }: Services,
  input: core.output<(typeof endpoint)['input']>,
  designerId: number,
  log: FastifyBaseLogger,
) {
  const { avatar_filename: _, avatar_base64, training, ...facts } = input
  const avatar = avatar_base64 ? randomBytes(16).toString('hex') : undefined
  if (avatar && avatar_base64)
    await files.put(avatarName(avatar), await decodeUpload('avatar_base64', avatar_base64, decodeAvatar))
  const unused = await transaction(db, async trx => {
    const account = await lockAccount(trx, designerId)
    if (!account) throw notSignedIn()
    await updateDesigner(trx, designerId, {
      ...facts,
      ...(training && { training: training === '1' }),
      ...((avatar || avatar_base64 === null) && { avatar: avatar ?? null }),
    })
    const isReplaced = account.avatar && (avatar || avatar_base64 === null)
    const unused = isReplaced ? [{ kind: 'avatar' as const, image: account.avatar! }] : []
    await queueForRemoval(trx, unused)
    return unused
  })
  await removePictures({ db, files }, unused, log)
}
