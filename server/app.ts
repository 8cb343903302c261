import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { avatarMessages } from '../shared/rules/avatar.ts'
import { imageMessages } from '../shared/rules/image.ts'
import { type Config, dataPaths } from './config.ts'
import type { Aside } from './db/aside.ts'
import type { Announcements } from './db/listen.ts'
import { serveExport } from './features/account/export.ts'
import { accountRoutes } from './features/account/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { clientErrorsRoutes } from './features/client-errors/routes.ts'
import { collectionsRoutes } from './features/collections/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { serveActivityStream } from './features/designers/activity-stream.ts'
import { designersRoutes } from './features/designers/routes.ts'
import { logosRoutes } from './features/logos/routes.ts'
import { membershipRoutes } from './features/membership/routes.ts'
import { serveWebhook } from './features/membership/webhook.ts'
import { newsRoutes } from './features/news/routes.ts'
import { serveBlog } from './features/news/wordpress.ts'
import { searchRoutes } from './features/search/routes.ts'
import { apiDocs, apiDocsStyle } from './http/api-docs.ts'
import { makeApology } from './http/apology.ts'
import { HttpError, httpErrorOf } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { serveImages } from './http/images.ts'
import { isPaying, shedLoad } from './http/load.ts'
import { serveMailbox } from './http/mailbox.ts'
import { openApi } from './http/openapi.ts'
import { readShell, servePages } from './http/pages.ts'
import { serveSandbox } from './http/sandbox.ts'
import { securityHeaders } from './http/security-headers.ts'
import { makeAnswer, serve } from './http/serve.ts'
import { makeCookies } from './http/session.ts'
import { watchWork } from './http/work.ts'
import { readMailFolder } from './outside/mail.ts'
import type { PaymentSandbox } from './outside/paypal-sandbox/sandbox.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked for so often that it is logged at level debug only. */
    quiet?: boolean
  }
}

export type AppOptions = {
  config: Config
  services: Services
  aside: Aside
  logger: FastifyBaseLogger
  /** Tells of changes made through any process; without it open pages are not told, and ask by themselves. */
  announcements?: Announcements
  /** The built web application; without it only the API is served. */
  webFolder?: string
  /** Takes payments in place of the provider. */
  sandbox?: PaymentSandbox
  /** Whether the process is about to stop: readiness says so, so that no new requests are sent here. */
  isStopping?: () => boolean
}

export const routes = [
  ...authRoutes,
  ...accountRoutes,
  ...logosRoutes,
  ...searchRoutes,
  ...collectionsRoutes,
  ...designersRoutes,
  ...clientErrorsRoutes,
  ...newsRoutes,
  ...contactRoutes,
  ...membershipRoutes,
]

/** Builds the application over its services; to `listen` or `inject` is up to the caller. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, services, aside, logger, announcements, webFolder, sandbox } = options
  const { isStopping = () => false } = options
  const app = fastify({
    loggerInstance: logger,
    // One line per answer, written below: what came in is part of it.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    bodyLimit: 64_000,
    // A picture of 2 MB over a slow line: 200 kbit/s.
    requestTimeout: 120_000,
    // A client that reads nothing of its answer for so long has gone, whatever the connection says.
    connectionTimeout: 60_000,
    http: { headersTimeout: 8000, connectionsCheckingInterval: 1000 },
    // What got through is answered: a proxy may not repeat a POST that was refused here.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An address that cannot be decoded is refused before there is a route, but in the same words.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void reply.code(400).send({ error: 'That request could not be read.' }),
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
  })
  const shell = webFolder ? await readShell(webFolder, config) : undefined
  const apologise = shell && makeApology(shell.html)
  watchWork(app)
  await app.register(cookie)
  await app.register(compress, {
    threshold: 1024,
    // On the spot, up to so many bytes (half a millisecond): a stream for each answer costs more than what it does.
    syncThreshold: 128_000,
    encodings: ['br', 'gzip', 'identity'],
    // One less than the default 4 is 2 % longer, and takes half the time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    globalDecompression: false,
  })

  // JSON only: a form or plain text can be sent by any page, without asking first.
  app.removeContentTypeParser('text/plain')

  // No cache keeps an answer that does not say so: what is missing may be there a moment later.
  const headers = { ...securityHeaders(config, shell?.scriptHashes ?? []), 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // So that a proxy keeps no connection which may be closed at any moment.
    if (isStopping()) reply.header('connection', 'close')
    // Two Host headers are how caches and links are poisoned.
    const { rawHeaders } = request.raw
    const hosts = rawHeaders.filter(
      (name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
    )
    if (hosts.length > 1) done(new HttpError(400, 'One Host header, please.'))
    else if (request.headers['content-encoding'])
      done(new HttpError(415, 'Send JSON as it is, not compressed.'))
    else done()
  })
  shedLoad(app, services.db, aside.paying)
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      // The path alone: a query may carry a token.
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      designer_id: request.viewer?.id || undefined,
    }
    if (request.routeOptions.config.quiet) request.log.debug(line, 'request')
    else if (reply.statusCode === 503) request.log.warn(line, 'request')
    else if (reply.statusCode >= 500) request.log.error(line, 'request')
    else request.log.info(line, 'request')
    done()
  })

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = httpErrorOf(error) ?? fromFastify(error, request.routeOptions.url)
    if (!known) request.log.error({ err: error }, 'unexpected error')
    // Such as a store that does not answer: the operator has to know why. What the program refused itself, in a rush by
    // the hundred, is told by its answer's line.
    else if (known.status >= 500 && !(error instanceof HttpError))
      request.log.warn({ err: error }, 'refused for now')
    const answer = known ?? new HttpError(500, 'Something went wrong on our side. Please try again.')
    if (answer.retryAfter) reply.header('retry-after', answer.retryAfter)
    reply.code(answer.status).header('cache-control', 'no-store')
    // Whoever opened a page is a person: JSON is for callers.
    if (apologise && answer.status >= 500 && request.routeOptions.url === '/*')
      return reply.type('text/html; charset=utf-8').send(apologise(answer.status))
    return reply.send({ ...answer.extra, error: answer.message })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not found' }))

  const cookies = makeCookies(config)
  const tills = { ...services, db: aside.paying }
  serveHealth(app, aside.readiness, isStopping)
  serveImages(app, services.files)
  serveBlog(app, services)
  for (const route of routes) serve(app, isPaying(route.endpoint.path) ? tills : services, cookies, route)
  serveExport(app, services, cookies)
  if (announcements) serveActivityStream(app, services, cookies, announcements)
  if (config.devMailbox) await serveMailbox(app, readMailFolder(dataPaths(config).mail))
  await serveWebhook(app, tills)
  if (sandbox) await serveSandbox(app, sandbox, config.publicUrl)

  const document = openApi(config.publicUrl)
  const docs = apiDocs(document)
  app.get('/api/openapi.json', async () => document)
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docs))
  app.get('/api/docs.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(apiDocsStyle),
  )
  for (const path of ['/api', '/api/*'])
    app.all(path, async () => {
      throw new HttpError(404, 'There is no such call.')
    })

  if (webFolder && shell)
    await servePages(app, {
      webFolder,
      shell,
      publicUrl: config.publicUrl,
      services,
      cookies,
      hasNonce: config.payments.kind !== 'none' && config.payments.driver === 'v5',
      answer: makeAnswer(services, cookies, routes),
    })
  return app
}

/** Calls that carry a picture: of a body that is too large, the picture is to blame. */
const pictureFields: Record<string, { field: string; message: string }> = {
  '/api/logos': { field: 'file_base64', message: imageMessages.bytes },
  '/api/designers/profile': { field: 'avatar_base64', message: avatarMessages.bytes },
}

/** What Fastify itself refuses, in our words. */
function fromFastify(error: FastifyError, url: string | undefined): HttpError | undefined {
  const status = error.statusCode ?? 500
  if (status === 413) {
    const picture = url && pictureFields[url]
    if (!picture) return new HttpError(413, 'That is too large.')
    return new HttpError(413, picture.message, { errors: { [picture.field]: picture.message } })
  }
  if (status === 415) return new HttpError(415, 'Send JSON.')
  if (status === 503)
    return new HttpError(503, 'The gallery is restarting. Please try again.', { retryAfter: 2 })
  if (status >= 400 && status < 500) return new HttpError(400, 'That request could not be read.')
}
