import type { FastifyInstance } from 'fastify'
import { activityStream } from '../../../shared/api/designers.ts'
import type { Announcements } from '../../db/listen.ts'
import { makeBells } from '../../http/bells.ts'
import { notSignedIn, requireActive } from '../../http/errors.ts'
import { type Cookies, findSession, isActiveSession } from '../../http/session.ts'
import type { Services } from '../../services.ts'

/**
 * Serves the stream that tells a member's open pages of news in the feed: that there is some, whichever process it came
 * through. What it is, is asked for. It ends with the session and with the membership.
 */
export function serveActivityStream(
  app: FastifyInstance,
  { db, now }: Services,
  cookies: Cookies,
  announcements: Announcements,
) {
  const bells = makeBells()
  announcements.on('activity', bells.ring)
  announcements.on('session', bells.check)
  announcements.on('listening', bells.ringAll)
  // Before the server waits for its connections: these would stay for as long as their readers.
  app.addHook('preClose', async () => {
    announcements.off('activity', bells.ring)
    announcements.off('session', bells.check)
    announcements.off('listening', bells.ringAll)
    bells.close()
  })

  app.get(activityStream, { exposeHeadRoute: false, config: { quiet: true } }, async (request, reply) => {
    const token = cookies.sessionToken(request)
    const found = await findSession(db, token, now())
    if (!token || !found) throw notSignedIn()
    request.viewer = found.viewer
    requireActive(found.viewer)
    reply.header('cache-control', 'no-store')
    const stream = bells.open(found.viewer.id, () => isActiveSession(db, token, now()))
    // The one answer after which an EventSource neither complains nor comes back by itself.
    if (!stream) return reply.code(204).send()
    // Not in chunks, but until the connection is closed: a process that is killed leaves nothing broken off to complain of.
    reply.raw.useChunkedEncodingByDefault = false
    return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(stream)
  })
}
