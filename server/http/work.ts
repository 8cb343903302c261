import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when no handler is at work. Closing waits for connections: it leaves out whose caller has gone. */
    untilIdle(): Promise<void>
  }
}

/** Keeps an eye on every handler of the routes that follow. */
export function watchWork(app: FastifyInstance) {
  const atWork = new Set<Promise<unknown>>()
  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = function (request, reply) {
      const work = handler.call(this, request, reply)
      if (work instanceof Promise) {
        const done = () => void atWork.delete(work)
        atWork.add(work)
        work.then(done, done)
      }
      return work
    }
  })
  app.decorate('untilIdle', async () => void (await Promise.allSettled(atWork)))
}
