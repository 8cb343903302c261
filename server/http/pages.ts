import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { product } from '../../shared/product.ts'
import type { Config } from '../config.ts'
import { findPreview, type Preview } from '../features/pages/preview.ts'
import type { Services } from '../services.ts'
import { escapeHtml } from './escape-html.ts'
import { answerFirstScreen, isOpened, readBuild, withFirstScreen } from './first-screen.ts'
import { isBusy } from './load.ts'
import { sendAsFile } from './security-headers.ts'
import type { Answer } from './serve.ts'
import type { Cookies } from './session.ts'

/**
 * The HTML shell of the built web application with the settings that the browser needs to know, the hashes of its
 * inline scripts for the CSP, and what is to be known of the build.
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

/** How many builds before this one are still served: pages that were open when it came fetch their parts from them. */
const olderBuilds = 2

/** What a page can do without is waited for so long: with a database that hangs it comes alone. */
const patienceMs = 1000

/** Serves the web application: hashed assets for ever, the shell for every other path. */
export async function servePages(
  app: FastifyInstance,
  site: {
    webFolder: string
    shell: Awaited<ReturnType<typeof readShell>>
    publicUrl: string
    services: Services
    cookies: Cookies
    answer: Answer
    /** Some script that pages load writes styles of its own into them, and needs leave for it. */
    hasNonce: boolean
  },
) {
  const { webFolder, shell, publicUrl, services, cookies, hasNonce } = site
  await app.register(fastifyStatic, {
    // What both have is served from the first.
    root: [webFolder, ...(await findOlderBuilds(webFolder))],
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The shell is served below, with the page's own title; the manifest is for the build.
    globIgnore: ['index.html', '**/.vite/**'],
    setHeaders(reply, path) {
      sendAsFile(reply).header('cache-control', cacheControlOf(path))
    },
  })
  app.get('/assets/*', async (_request, reply) => reply.code(404).type('text/plain').send('Not found'))
  app.get('/*', async (request, reply) => {
    cookies.ensureCsrf(request, reply)
    // Two slashes at the beginning would name another host.
    const url = URL.parse(request.url.replace(/^\/+/, '/'), publicUrl) ?? new URL(publicUrl)
    // The page itself needs no database: in a rush it comes alone, and asks for what it shows.
    const isAlone = isBusy(services.db)
    const [preview, first] = await Promise.all([
      isAlone ? undefined : inTime(findPreview(services.db, url)),
      isOpened(request) && !isAlone ? inTime(answerFirstScreen(site, url, request, reply)) : undefined,
    ])
    const bare = withPreview(shell.html, url, preview === 'missing' ? undefined : preview)
    const page = first ? withFirstScreen(bare, first, shell.build) : bare
    return (
      reply
        .code(preview === 'missing' ? 404 : 200)
        // What a member has read is for nobody who finds the machine.
        .header('cache-control', request.viewer?.id ? 'no-store' : 'private, no-cache')
        .type('text/html; charset=utf-8')
        .send(hasNonce ? withNonce(page, reply) : page)
    )
  })
}

/** What comes of it by then. */
function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, patienceMs, undefined)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Lets whatever knows this answer's secret word run and be seen in the page. The page keeps it as a `nonce`, which
 * browsers hide from stylesheets and from whoever reads the page's text.
 */
function withNonce(html: string, reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/(?:script|style)-src /g, `$&'nonce-${nonce}' `))
  return html.replace('</head>', `<meta name="csp-nonce" nonce="${nonce}" /></head>`)
}

/** Which of the built files may be kept, and how long. */
function cacheControlOf(path: string) {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // Asked for to learn whether there is a later version: no answer but ours is one.
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

/** The shell with a page's title and what is shown where its link is shared. */
function withPreview(shell: string, url: URL, preview: Preview | undefined): string {
  const title = preview ? `${preview.title} · ${product.name}` : product.name
  const facts = {
    'og:site_name': product.name,
    'og:type': 'website',
    'og:title': preview?.title ?? product.name,
    'og:url': url.href,
    ...(preview && { 'og:description': preview.description.slice(0, 200) }),
    ...(preview?.image && {
      'og:image': new URL(preview.image, url).href,
      // Logos are square: the large card would cut them off.
      'twitter:card': 'summary',
    }),
  }
  const tags = Object.entries(facts).map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`,
  )
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>${tags.join('')}`)
    .replace(/<meta name="description" content="([^"]*)"/, (own, general) =>
      preview
        ? `<meta name="description" content="${escapeHtml(preview.description.slice(0, 200) || general)}"`
        : own,
    )
}
