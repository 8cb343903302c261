import type { FastifyInstance } from 'fastify'
import { activityStream } from '../../../shared/activity-stream.ts'
import type { Announcements } from '../../db/listen.ts'
import type { Cookies } from '../../http/cookies.ts'
import { notSignedIn, requireReader } from '../../http/errors.ts'
import { makeSubscribers } from '../../http/event-stream.ts'
import { findSession, isReadersSession } from '../../http/session.ts'
import type { Services } from '../../services.ts'

/**
 * Serves the stream that tells a member's open pages that the feed has news, through any of the processes; the pages
 * then fetch it. The stream ends with the session and with the membership.
 */
export function serveActivityStream(
  app: FastifyInstance,
  { readDb, now }: Services,
  cookies: Cookies,
  announcements: Announcements,
) {
  const subscribers = makeSubscribers()
  announcements.on('activity', subscribers.notify)
  announcements.on('session', subscribers.checkAccess)
  for (const event of ['listening', 'news lost'] as const) announcements.on(event, subscribers.notifyAll)
  // preClose: closing waits for open connections, and these stay open for as long as their readers.
  app.addHook('preClose', async () => {
    announcements.off('activity', subscribers.notify)
    announcements.off('session', subscribers.checkAccess)
    for (const event of ['listening', 'news lost'] as const) announcements.off(event, subscribers.notifyAll)
    subscribers.close()
  })

  app.get(activityStream, { exposeHeadRoute: false, config: { quiet: true } }, async (request, reply) => {
    const token = cookies.sessionToken(request)
    const found = await findSession(readDb, token, now())
    if (!token || !found) throw notSignedIn()
    request.viewer = found.viewer
    requireReader(found.viewer)
    reply.header('cache-control', 'no-store')
    const stream = subscribers.subscribe(found.viewer.id, () => isReadersSession(readDb, token, now()))
    // 204 is the one answer after which an EventSource neither reports an error nor reconnects.
    if (!stream) return reply.code(204).send()
    // Without chunks, the end of the connection ends the body: a killed process leaves no truncated chunk to complain about.
    reply.raw.useChunkedEncodingByDefault = false
    return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(stream)
  })
}
