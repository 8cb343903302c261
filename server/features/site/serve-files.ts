import type { FastifyInstance } from 'fastify'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import { siteWords } from '../../lib/site-words.ts'

/** What no crawler needs: calls, and searches without end. */
const forAll = 'User-agent: *\nDisallow: /api/\nDisallow: /search\n'

/** Serves the files that are made of the site's words: its wordmark, and robots.txt. */
export function serveSiteFiles(app: FastifyInstance) {
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
      .send(forAll + refused)
  })
}
