import type { FastifyInstance } from 'fastify'
import { dayMs } from '../../../shared/rules/time.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import { siteWords } from '../../lib/site-words.ts'

/** What no crawler needs: calls, and searches without end. */
const forAll = 'User-agent: *\nDisallow: /api/\nDisallow: /search\n'

/** How long what security.txt says may be relied on: RFC 9116 asks for less than a year. */
const securityTxtDays = 180

type Site = { publicUrl: string; now: () => Date }

/**
 * Serves the files that are made of the site's words: its wordmark, the manifest of the installed application, robots.txt,
 * tdmrep.json, and security.txt (RFC 9116); and leads password managers to where a password is changed (W3C, *A Well-Known URL for Changing Passwords*).
 */
export function serveSiteFiles(app: FastifyInstance, { publicUrl, now }: Site) {
  // Its address has the version, so a new one is a new file to every cache.
  app.get('/wordmark.svg', async (_request, reply) => {
    const { wordmark } = siteWords()
    if (!wordmark) return reply.code(404).type('text/plain').send('Not found')
    return sendAsFile(reply)
      .header('cache-control', 'public, max-age=86400')
      .type('image/svg+xml')
      .send(wordmark)
  })

  app.get('/manifest.webmanifest', async (_request, reply) =>
    letBeShared(sendAsFile(reply))
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(makeManifest())),
  )

  app.get('/robots.txt', async (_request, reply) => {
    const crawlers = siteWords()
      .crawlers.split('\n')
      .map(name => name.trim())
      .filter(Boolean)
    const refused = crawlers.length
      ? `\n# Not for training\n${crawlers.map(name => `User-agent: ${name}\n`).join('')}Disallow: /\n`
      : ''
    return letBeShared(sendAsFile(reply))
      .header('cache-control', 'public, max-age=600')
      .type('text/plain; charset=utf-8')
      .send(`${forAll}${refused}\nSitemap: ${publicUrl}/sitemap.xml\n`)
  })

  // The TDM Reservation Protocol (W3C community group): the rights to text and data mining are reserved on every path.
  app.get('/.well-known/tdmrep.json', async (_request, reply) =>
    letBeShared(sendAsFile(reply))
      .header('cache-control', 'public, max-age=600')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify([{ location: '/', 'tdm-reservation': 1, 'tdm-policy': `${publicUrl}/terms` }])),
  )

  const path = '/.well-known/security.txt'
  app.get(path, async (_request, reply) => {
    const day = now().toISOString().slice(0, 10)
    const expires = new Date(Date.parse(day) + securityTxtDays * dayMs)
    const lines = [
      `Contact: mailto:${siteWords().support_email}`,
      `Contact: ${publicUrl}/contact`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${path}`,
    ]
    return letBeShared(sendAsFile(reply))
      .header('cache-control', 'public, max-age=600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/account/password', 302),
  )
}

/** What the browser needs to install the site as an application (W3C, *Web Application Manifest*). */
function makeManifest() {
  const { site_name, tagline } = siteWords()
  const png = (name: string, side: number, purpose: string) => ({
    src: `/icons/${name}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: site_name,
    short_name: site_name,
    description: tagline,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // Before the page says its own by `theme-color`, which follows the theme.
    background_color: '#f1f1f1',
    theme_color: '#f1f1f1',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('192', 192, 'any'),
      png('512', 512, 'any'),
      png('maskable-512', 512, 'maskable'),
      png('monochrome-512', 512, 'monochrome'),
    ],
    shortcuts: [
      { name: 'Upload', url: '/submit' },
      { name: 'Search', url: '/search' },
      { name: 'Activity', url: '/activity' },
    ],
  }
}
