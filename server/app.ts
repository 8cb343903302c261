import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { report } from '../shared/api/client-errors.ts'
import { type Config, dataPaths } from './config.ts'
import type { Announcements } from './db/listen.ts'
import type { DedicatedPools } from './db/pools.ts'
import { serveExport } from './features/account/export.ts'
import { accountRoutes } from './features/account/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { serveBlindPictures } from './features/blind/pictures.ts'
import { blindRoutes } from './features/blind/routes.ts'
import { booksRoutes } from './features/books/routes.ts'
import { serveCards } from './features/cards/serve-cards.ts'
import { acceptBrowserReports } from './features/client-errors/browser-reports.ts'
import { clientErrorsRoutes } from './features/client-errors/routes.ts'
import { collectionsRoutes } from './features/collections/routes.ts'
import { serveSheet } from './features/collections/sheet/serve-sheet.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { serveActivityStream } from './features/designers/activity-stream.ts'
import { designersRoutes } from './features/designers/routes.ts'
import { serveResultFiles } from './features/desk/books/results.ts'
import { deskBooksRoutes } from './features/desk/books/routes.ts'
import { serveWinnersVectors } from './features/desk/books/vectors.ts'
import { deskHistoryRoutes } from './features/desk/history/routes.ts'
import { deskMailRoutes } from './features/desk/mail/routes.ts'
import { serveMailPreview } from './features/desk/mail/serve-preview.ts'
import { deskMembersRoutes } from './features/desk/members/routes.ts'
import { deskMoneyRoutes } from './features/desk/money/routes.ts'
import { deskPostsRoutes } from './features/desk/posts/routes.ts'
import { deskReportsRoutes } from './features/desk/reports/routes.ts'
import { deskSiteRoutes } from './features/desk/site/routes.ts'
import { deskTodayRoutes } from './features/desk/today/routes.ts'
import { embedsRoutes } from './features/embeds/routes.ts'
import { factorsRoutes } from './features/factors/routes.ts'
import { serveFeeds } from './features/feeds/serve-feeds.ts'
import { noteExport, noteSearch } from './features/history/note-reading.ts'
import { serveJuryPictures } from './features/jury/pictures.ts'
import { juryRoutes } from './features/jury/routes.ts'
import { logosRoutes } from './features/logos/routes.ts'
import { lookRoutes } from './features/look/routes.ts'
import { membershipRoutes } from './features/membership/routes.ts'
import { serveWebhook } from './features/membership/webhook.ts'
import { serveMetrics } from './features/metrics/serve-metrics.ts'
import { newsRoutes } from './features/news/routes.ts'
import { serveBlog } from './features/news/wordpress.ts'
import { noticesRoutes, serveOneClick } from './features/notices/routes.ts'
import { makeErrorPage } from './features/pages/error-page.ts'
import { readShell, servePages } from './features/pages/serve-pages.ts'
import { hiddenPictures } from './features/pictures/hidden-pictures.ts'
import { platesRoutes } from './features/plates/routes.ts'
import { reportsRoutes } from './features/reports/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { searchesRoutes } from './features/searches/routes.ts'
import { keepWords } from './features/site/keep-words.ts'
import { siteRoutes } from './features/site/routes.ts'
import { serveSiteFiles } from './features/site/serve-files.ts'
import { serveSitemap } from './features/sitemap/serve-sitemap.ts'
import { serveAtlases } from './features/sixteen/pictures.ts'
import { sixteenRoutes } from './features/sixteen/routes.ts'
import { statisticsRoutes } from './features/statistics/routes.ts'
import { tokensRoutes } from './features/tokens/routes.ts'
import { trendsRoutes } from './features/trends/routes.ts'
import { vectorsRoutes } from './features/vectors/routes.ts'
import { serveVectors } from './features/vectors/serve-vectors.ts'
import { webhooksRoutes } from './features/webhooks/routes.ts'
import { type Cookies, makeCookies } from './http/cookies.ts'
import { apiDocs, apiDocsStyle } from './http/dev/api-docs.ts'
import { serveMailbox } from './http/dev/mailbox.ts'
import { type OpenApi, openApi } from './http/dev/openapi.ts'
import { serveSandbox } from './http/dev/sandbox.ts'
import { handleErrors } from './http/error-handler.ts'
import { HttpError, unreadable } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { logResponses, refuseMalformedRequests, setResponseHeaders } from './http/hooks.ts'
import { serveImages } from './http/images.ts'
import { parseJsonOf, takeFiles } from './http/json-body.ts'
import { shedLoad } from './http/load.ts'
import { securityHeaders } from './http/security-headers.ts'
import { makeServe, type ReadingNotes } from './http/serve.ts'
import { refuseSlowBodies } from './http/slow-bodies.ts'
import { trackInFlight } from './http/track-in-flight.ts'
import { siteWords } from './lib/site-words.ts'
import { readMailFolder } from './outside/mail.ts'
import type { PaymentSandbox } from './outside/paypal-sandbox/sandbox.ts'
import type { Services } from './services.ts'
import { actorOf } from './viewer.ts'

export type AppOptions = {
  config: Config
  services: Services
  dedicatedPools: DedicatedPools
  logger: FastifyBaseLogger
  /** Changes made by any process; without it open pages are not notified, and poll. */
  announcements?: Announcements
  /** The built web application; without it only the API is served. */
  webFolder?: string
  /** How long a page waits for its link preview and its first screen; tests on a busy machine wait longer. */
  pagePatienceMs?: number
  /** Takes payments in place of the provider. */
  sandbox?: PaymentSandbox
  /** Whether the process is about to stop: readiness then fails, so that the load balancer sends no new requests. */
  isStopping?: () => boolean
}

/** Records in the history that staff have read something at the desk. */
const notes: ReadingNotes = {
  noteSearch: (services, q, viewer) => noteSearch(services, q, actorOf(viewer)),
  noteExport: (services, file, viewer) => noteExport(services, file, actorOf(viewer)),
}

export const routes = [
  ...authRoutes,
  ...accountRoutes,
  ...logosRoutes,
  ...lookRoutes,
  ...searchRoutes,
  ...searchesRoutes,
  ...collectionsRoutes,
  ...designersRoutes,
  ...statisticsRoutes,
  ...trendsRoutes,
  ...clientErrorsRoutes,
  ...newsRoutes,
  ...contactRoutes,
  ...embedsRoutes,
  ...membershipRoutes,
  ...blindRoutes,
  ...booksRoutes,
  ...platesRoutes,
  ...sixteenRoutes,
  ...deskBooksRoutes,
  ...deskTodayRoutes,
  ...deskMembersRoutes,
  ...deskHistoryRoutes,
  ...deskMailRoutes,
  ...deskMoneyRoutes,
  ...siteRoutes,
  ...deskPostsRoutes,
  ...deskSiteRoutes,
  ...juryRoutes,
  ...factorsRoutes,
  ...reportsRoutes,
  ...deskReportsRoutes,
  ...tokensRoutes,
  ...vectorsRoutes,
  ...webhooksRoutes,
  ...noticesRoutes,
]

/** Builds the application over its services; the caller makes it `listen`, or `inject`s requests. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, services, dedicatedPools, webFolder, pagePatienceMs = 1000 } = options
  const { isStopping = () => false } = options
  const app = await makeWithWords(options)
  const shell = webFolder ? await readShell(webFolder, config) : undefined
  trackInFlight(app)
  await app.register(cookie)
  await registerCompression(app)
  // JSON only: any page can send a form or plain text without a CORS preflight.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  parseJsonOf(app, 'application/json')
  // Not cached unless an answer says so: what is missing may exist a moment later.
  const headers = { ...securityHeaders(config, shell?.scriptHashes ?? []), 'cache-control': 'no-store' }
  setResponseHeaders(app, headers, isStopping)
  refuseMalformedRequests(app)
  refuseSlowBodies(app)
  const cookies = makeCookies(config)
  shedLoad(app, services, dedicatedPools.payments, cookies)
  logResponses(app)
  handleErrors(app, shell && makeErrorPage(shell.html))

  const { payments } = dedicatedPools
  const paymentServices = { ...services, db: payments, readDb: payments }
  const { serve, serveCsv, makeAnswer } = makeServe({ services, paymentServices, cookies, notes })
  serveWatching(app, options)
  serveImages(app, services.files, hiddenPictures(services, cookies))
  serveJuryPictures(app, services, cookies)
  serveBlindPictures(app, services)
  serveAtlases(app, services)
  serveCards(app, services)
  serveMailPreview(app, services, cookies)
  serveBlog(app, services)
  for (const route of routes) serveCsv(app, route)
  serveSiteFiles(app, services)
  serveSitemap(app, services)
  serveFeeds(app, services)
  for (const route of routes)
    if (route.endpoint !== report && !route.endpoint.isFile) serve(app, route)
    // Other media types than JSON are accepted on these calls alone.
    else
      await app.register(async scope => {
        if (route.endpoint.isFile) takeFiles(scope)
        else acceptBrowserReports(scope)
        serve(scope, route)
      })
  await serveBesideContract(app, options, cookies, paymentServices)
  if (webFolder && shell)
    await servePages(app, {
      webFolder,
      shell,
      publicUrl: config.publicUrl,
      services,
      cookies,
      hasNonce: config.payments.kind !== 'none' && config.payments.driver === 'v5',
      answer: makeAnswer(routes),
      patienceMs: pagePatienceMs,
    })
  return app
}

/**
 * Builds what a process of the role `worker` answers: its health and metrics. Everything else does not exist there, so that a
 * proxy that names it by mistake shows it.
 */
export async function buildWorkerApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, isStopping = () => false } = options
  const app = await makeWithWords(options)
  trackInFlight(app)
  setResponseHeaders(app, { ...securityHeaders(config, []), 'cache-control': 'no-store' }, isStopping)
  refuseMalformedRequests(app)
  logResponses(app)
  handleErrors(app, undefined)
  serveWatching(app, options)
  return app
}

async function makeWithWords({ config, services, logger, announcements }: AppOptions) {
  const app = makeFastify(config, logger)
  await keepWords(services.db, config, announcements, error =>
    logger.warn({ err: error }, 'the site’s words wait'),
  )
  return app
}

/** Serves what a load balancer and a monitor ask for. */
function serveWatching(
  app: FastifyInstance,
  { config, services, dedicatedPools, logger, isStopping = () => false }: AppOptions,
) {
  serveMetrics(app, { services, paymentsDb: dedicatedPools.payments, token: config.metricsToken })
  serveHealth(app, {
    connection: dedicatedPools.readiness,
    replica: services.replica,
    isStopping,
    warnOfNoWorker:
      config.role === 'web'
        ? () =>
            logger.warn(
              'No worker has taken work for five minutes: mail, pictures and the ledger wait. Start one with ROLE=worker.',
            )
        : undefined,
  })
}

function makeFastify(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  return fastify({
    loggerInstance: logger,
    // `logResponses` writes one line for each answer; it describes the request, too.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    bodyLimit: 64_000,
    // For the calls that take a picture, 2 MB over a slow connection (200 kbit/s); refuseSlowBodies ends all others earlier.
    requestTimeout: 120_000,
    // A client that has read nothing of its answer for this long is gone, even if its connection is still open.
    connectionTimeout: 60_000,
    http: { headersTimeout: 8000, connectionsCheckingInterval: 1000 },
    // Requests that arrive while closing are answered: a proxy must not repeat a POST that was refused with 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An address that cannot be decoded is refused before routing, in the same words.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void reply.code(400).send({ error: unreadable().message }),
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
  })
}

async function registerCompression(app: FastifyInstance) {
  await app.register(compress, {
    threshold: 1024,
    // Answers up to this size are compressed synchronously, which takes half a millisecond: a stream for each answer
    // costs more.
    syncThreshold: 128_000,
    encodings: ['br', 'gzip', 'identity'],
    // Quality 3 gives 2 % longer output than the default 4, in half the time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    globalDecompression: false,
  })
}

/** Serves what under /api is no call of the contract, and the tools of development. */
async function serveBesideContract(
  app: FastifyInstance,
  { config, services, announcements, sandbox }: AppOptions,
  cookies: Cookies,
  paymentServices: Services,
) {
  serveExport(app, services, cookies)
  serveSheet(app, services, cookies)
  serveVectors(app, services, cookies)
  await serveOneClick(app, services)
  serveResultFiles(app, services, cookies, notes)
  serveWinnersVectors(app, services, cookies, notes)
  if (announcements) serveActivityStream(app, services, cookies, announcements)
  if (config.devMailbox) await serveMailbox(app, readMailFolder(dataPaths(config).mail))
  const { payments } = services
  if (payments) await serveWebhook(app, { ...paymentServices, payments })
  if (sandbox) await serveSandbox(app, sandbox, config.publicUrl)

  // The paths stay; the name in the title may change.
  let document: OpenApi | undefined
  const named = () => {
    document ??= openApi(config.publicUrl)
    return { ...document, info: { ...document.info, title: `${siteWords().site_name} API` } }
  }
  app.get('/api/openapi.json', async () => named())
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(apiDocs(named(), config.publicUrl)),
  )
  app.get('/api/docs.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(apiDocsStyle),
  )
  for (const path of ['/api', '/api/*'])
    app.all(path, async () => {
      throw new HttpError(404, 'There is no such call.')
    })
}
