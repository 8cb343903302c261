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
 * Serves the files that are made of the site's words: its wordmark, robots.txt, tdmrep.json, and security.txt (RFC 9116); and leads
 * password managers to where a password is changed (W3C, *A Well-Known URL for Changing Passwords*).
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
