import { randomBytes } from 'node:crypto'
import { create, list, revoke } from '../../../shared/api/tokens.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, notSignedIn } from '../../http/errors.ts'
import { countHit } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { hashToken } from '../../lib/hash-token.ts'
import { findPassword } from '../auth/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { tokenMade } from './messages.ts'
import { deleteToken, insertToken, listTokens } from './queries.ts'

const mostTokens = 20
const newTokensPerAccount = { name: 'api-token', most: 60, seconds: 3600 }

export const tokensRoutes = [
  route(list, ({ db, viewer }) => listTokens(db, viewer.id)),

  route(create, async ({ db, viewer, input, now, publicUrl }) => {
    await countHit(db, newTokensPerAccount, String(viewer.id), now())
    // Scanners for leaked secrets recognise a token by this prefix.
    const token = `colophon_${randomBytes(32).toString('base64url')}`
    const values = { ...input, designer_id: viewer.id, token_hash: hashToken(token), created_at: now() }
    return transaction(db, async trx => {
      const made = await insertToken(trx, values, mostTokens)
      if (!made) throw new HttpError(409, `${mostTokens} tokens are the most. Revoke one first.`)
      const account = await findPassword(trx, viewer.id)
      if (!account) throw notSignedIn()
      await enqueueMail(trx, tokenMade(account, made, publicUrl))
      return { ...made, token }
    })
  }),

  route(revoke, async ({ db, viewer, input }) => {
    if (!(await deleteToken(db, viewer.id, input.token_id))) throw new HttpError(404, 'Token not found')
    return { token_id: input.token_id }
  }),
]
