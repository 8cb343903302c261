import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PageWords } from '../../../shared/site-words.ts'
import type { Config } from '../../config.ts'
import { primaryOrStandIn } from '../../db/replica.ts'
import type { Cookies } from '../../http/cookies.ts'
import { isBusy } from '../../http/load.ts'
import { letFetch, sendAsFile } from '../../http/security-headers.ts'
import { type Answer, letBeShared } from '../../http/serve.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { pageWords, siteVersions, siteWords } from '../../lib/site-words.ts'
import type { Services } from '../../services.ts'
import { answerFirstScreen, escapeJson, isOpened, readBuild, withFirstScreen } from './answer-first-screen.ts'
import { allowsTraining, withHead } from './page-head.ts'
import { findPreview } from './preview.ts'
import { wordmarkStyle } from './wordmark-style.ts'

/**
 * The HTML shell of the built web application with the browser's settings, the hashes of its inline scripts for the
 * CSP, and the facts about the build.
 */
export async function readShell(webFolder: string, config: Pick<Config, 'mainSiteUrl' | 'booksUrl'>) {
  const settings = { 'main-site': config.mainSiteUrl, 'books-url': config.booksUrl }
  const tags = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value!)}" />`)
  const built = await readFile(join(webFolder, 'index.html'), 'utf8')
  const html = built.replace('</head>', () => `${tags.join('')}</head>`)
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(m => m[1]!)
  const scriptHashes = inline.map(
    script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return { html, scriptHashes, build: await readBuild(webFolder) }
}

/** How many earlier builds are still served, because pages that were open at a release load their assets from them. */
const olderBuilds = 2

/**
 * Serves the web application: hashed assets as immutable, the shell for every other path. Long: the handler of that path is
 * read in the order in which it decides.
 */
export async function servePages(
  app: FastifyInstance,
  site: {
    webFolder: string
    shell: Awaited<ReturnType<typeof readShell>>
    publicUrl: string
    services: Services
    cookies: Cookies
    answer: Answer
    /** A script that pages load adds styles and needs a nonce for them. */
    hasNonce: boolean
    /** Timeout for the optional parts of a page; past it the bare shell is sent. */
    patienceMs: number
  },
) {
  const { webFolder, shell, publicUrl, services, cookies, hasNonce, patienceMs } = site
  await app.register(fastifyStatic, {
    // A file in both folders is served from the first.
    root: [webFolder, ...(await findOlderBuilds(webFolder))],
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The shell is served below, with the page's own title; the manifest is for the build; robots.txt, which earlier builds
    // still have, is made of the site's words.
    globIgnore: ['index.html', 'robots.txt', '**/.vite/**'],
    setHeaders(reply, path) {
      // The reservation of rights is about logos: these are the program.
      sendAsFile(reply).removeHeader('tdm-reservation').header('cache-control', cacheControlOf(path))
      if (/\.js(\.br)?$/.test(path)) letFetch(reply)
      // A file under its hash is never asked for again: it needs no validators.
      if (isImmutable(path))
        for (const name of ['etag', 'last-modified', 'accept-ranges']) reply.removeHeader(name)
    },
  })
  app.get('/assets/*', async (_request, reply) => reply.code(404).type('text/plain').send('Not found'))
  app.get('/*', async (request, reply) => {
    const isAnonymous = cookies.isAnonymous(request)
    // A shared page can't set a cookie: the first write asks for the CSRF token.
    if (!isAnonymous) cookies.ensureCsrf(request, reply)
    // Two leading slashes, of either kind, would name another host.
    const url = URL.parse(request.url.replace(/^[/\\]+/, '/'), publicUrl) ?? new URL(publicUrl)
    if (isFile(url.pathname)) return reply.code(404).type('text/plain').send('Not found')
    // The shell needs no database: under load it is sent without answers, and its calls follow.
    const db = primaryOrStandIn(services)
    const isAlone = isBusy(db)
    const [preview, first] = await Promise.all([
      isAlone ? undefined : inTime(findPreview(db, url, { publicUrl, at: services.now() }), patienceMs),
      isOpened(request) && !isAlone
        ? inTime(answerFirstScreen(site, url, request, reply), patienceMs)
        : undefined,
    ])
    const isClientLink = /^\/client(\/|$)/.test(url.pathname)
    // The address alone opens the page: it reaches no other site and no search engine.
    if (isClientLink)
      reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
    const style = wordmarkStyle(siteWords(), siteVersions().wordmark)
    if (style) allowStyle(reply, style.allowed)
    const shown = withWords(shell.html, pageWords(services.now()), style?.css)
    const bare = withHead(shown, url, preview)
    // The query may hold a token, so a page with one is not cached.
    const isShared =
      isAnonymous && !isClientLink && !isAlone && !hasNonce && !url.search && preview !== 'missing'
    if (isShared && (first?.isShared ?? !isOpened(request))) letBeShared(reply)
    if (allowsTraining(url, preview)) reply.header('tdm-reservation', '0')
    const page = first ? withFirstScreen(bare, first, shell.build) : bare
    return (
      reply
        .code(preview === 'missing' ? 404 : 200)
        // A member's pages are not stored in the browser's cache, where the next user of the machine could find them.
        .header('cache-control', request.viewer?.id || isClientLink ? 'no-store' : 'private, no-cache')
        .type('text/html; charset=utf-8')
        .send(hasNonce ? withNonce(page, reply) : page)
    )
  })
}

/**
 * Whether a path is a file or an operator's endpoint and not a page: its last segment has an extension, a segment
 * begins with a dot (`/.well-known/…`), or monitoring tools probe it.
 */
const isFile = (pathname: string) => /\.[a-z0-9]{1,10}$|\/\./i.test(pathname) || pathname === '/livez'

/** The result of `work`, or undefined if it takes longer. */
function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, patienceMs, undefined)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Adds this response's nonce to its policy, which allows marked elements only. The page gets it as a `nonce`
 * attribute, which browsers hide from stylesheets and scripts that read the markup.
 */
function withNonce(html: string, reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/(?:script|style)-src /g, `$&'nonce-${nonce}' `))
  return html.replace('</head>', `<meta name="csp-nonce" nonce="${nonce}" /></head>`)
}

const isImmutable = (path: string) => path.includes('/assets/')

/** The cache headers of the built files. */
function cacheControlOf(path: string) {
  if (isImmutable(path)) return 'public, max-age=31536000, immutable'
  // The release check reads it, so it must never come from a cache.
  if (path.endsWith('/meta.json')) return 'no-store'
  return 'public, max-age=3600'
}

async function findOlderBuilds(webFolder: string) {
  const builds = []
  for (const name of await readdir(dirname(webFolder))) {
    const path = join(dirname(webFolder), name)
    if (/^web-[0-9a-f]{16}$/.test(name) && path !== webFolder)
      builds.push({ path, at: (await stat(path)).mtimeMs })
  }
  return builds
    .sort((a, b) => b.at - a.at)
    .slice(0, olderBuilds)
    .map(build => build.path)
}

/** The shell with the site's words, which the page's code reads before anything else. */
function withWords(shell: string, words: PageWords, style: string | undefined): string {
  const { site_name, ribbon } = words
  const json = escapeJson(JSON.stringify(words))
  const tags = `<script type="application/json" id="site">${json}</script>${style ? `<style>${style}</style>` : ''}`
  const page = shell
    .replace('</head>', () => `${tags}</head>`)
    .replace('<noscript>Colophon ', () => `<noscript>${escapeHtml(site_name)} `)
    // The program's own letters are not fetched where they are not shown.
    .replace(style ? /<link rel="preload"[^>]*wordmark[^>]*>/ : '', '')
  return ribbon ? page.replace('<html ', `<html data-ribbon="${ribbon.id}" `) : page
}

/** Allows an inline style in this response's policy. */
function allowStyle(reply: FastifyReply, source: string) {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace('style-src ', `$&${source} `))
}
