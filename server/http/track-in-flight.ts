import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when no handler is running. `close()` waits for connections only: it ignores handlers whose caller has left. */
    drained(): Promise<void>
  }
}

/** Tracks the running handlers of every route that is added afterwards. */
export function trackInFlight(app: FastifyInstance) {
  const inFlight = new Set<Promise<unknown>>()
  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = function (request, reply) {
      const work = handler.call(this, request, reply)
      if (work instanceof Promise) {
        const done = () => void inFlight.delete(work)
        inFlight.add(work)
        work.then(done, done)
      }
      return work
    }
  })
  app.decorate('drained', async () => void (await Promise.allSettled(inFlight)))
}
