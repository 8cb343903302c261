import type { FastifyInstance } from 'fastify'
import { isBlindDayOpen } from '../../../shared/rules/blind.ts'
import { primaryOrStandIn } from '../../db/replica.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { readNameless, splitNamelessName } from '../pictures/nameless-picture.ts'
import { readPictureToken } from '../pictures/picture-token.ts'
import { findDayPicture } from './queries.ts'

/** Serves Blind's pictures to all, while their day can be played and their logo is shown. */
export function serveBlindPictures(app: FastifyInstance, services: Services) {
  const { files, secret, now } = services
  async function find(token: string, which: string) {
    const named = readPictureToken(secret, 'blind', token)
    const found = named && (await findDayPicture(primaryOrStandIn(services), named.list, named.logo_id))
    return found && isBlindDayOpen(found.day, now()) ? readNameless(files, found.image, which) : undefined
  }
  app.get<{ Params: { name: string } }>(
    '/images/blind/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const asked = splitNamelessName(request.params.name)
      const bytes = asked && (await find(asked.token, asked.which))
      if (!asked || !bytes) return reply.code(404).type('text/plain').send('Not found')
      return letBeShared(sendAsFile(reply))
        .header('cache-control', 'public, max-age=86400, immutable')
        .type(asked.type)
        .send(bytes)
    },
  )
}
