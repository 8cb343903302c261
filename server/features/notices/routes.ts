import type { FastifyInstance, FastifyRequest } from 'fastify'
import { find, unsubscribe, update } from '../../../shared/api/notices.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { route } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changePreferences, endLetters, findPreferences } from './queries.ts'
import { designerOfToken } from './unsubscribe-token.ts'

export const noticesRoutes = [
  route(find, ({ db, viewer }) => findPreferences(db, viewer.id)),

  route(update, ({ db, input, viewer, now }) =>
    transaction(db, async trx => {
      await changePreferences(trx, viewer.id, input, now())
      return findPreferences(trx, viewer.id)
    }),
  ),

  route(unsubscribe, async ({ input, ...services }) => {
    await endLettersOf(services, input.token)
    return { is_unsubscribed: 1 as const }
  }),
]

async function endLettersOf({ db, secret }: Pick<Services, 'db' | 'secret'>, token: string) {
  const designerId = designerOfToken(secret, token)
  if (!designerId) throw new HttpError(400, 'This link is incomplete. Copy all of it from the email, please.')
  await endLetters(db, designerId)
}

/**
 * Answers the one click in a mail program (RFC 8058): a POST to the address in List-Unsubscribe, without cookies. A GET of it
 * is the page that asks. The body, a form's `List-Unsubscribe=One-Click`, tells nothing.
 */
export async function serveOneClick(app: FastifyInstance, services: Pick<Services, 'db' | 'secret'>) {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 2000 }, (_request, _body, done) =>
      done(null),
    )
    scope.post(
      '/unsubscribe',
      async (request: FastifyRequest<{ Querystring: { token?: unknown } }>, reply) => {
        await endLettersOf(services, String(request.query.token ?? ''))
        return reply.type('text/plain; charset=utf-8').send('You will get no more of these emails.\n')
      },
    )
  })
}
