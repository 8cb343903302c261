import type { FastifyInstance, FastifyReply } from 'fastify'
import { primaryOrStandIn } from '../../db/replica.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { Services } from '../../services.ts'
import { visitor } from '../../viewer.ts'
import { listBooks } from '../books/queries.ts'
import { listPosts } from '../news/queries.ts'
import { listQuarters } from '../trends/queries.ts'
import { listPartPages, listParts, type SitemapPage } from './queries.ts'
import { partSize, type SectionName, sectionNames } from './sections.ts'

const fixedPaths = [
  '/',
  '/designers',
  '/books',
  '/news',
  '/trends',
  '/compete',
  '/join',
  '/about',
  '/faq',
  '/terms',
  '/contact',
]

/** Serves the pages that a visitor sees as a sitemap (sitemaps.org, protocol 0.9): an index at `/sitemap.xml` and its parts. */
export function serveSitemap(app: FastifyInstance, services: Services) {
  const { publicUrl, now } = services
  const reading = () => primaryOrStandIn(services)

  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = await Promise.all(
      sectionNames.map(async name => (await listParts(reading(), name)).map(part => `${name}-${part}`)),
    )
    const files = ['pages', ...parts.flat()].map(
      name => `<sitemap><loc>${publicUrl}/sitemap-${name}.xml</loc></sitemap>`,
    )
    return sendXml(reply, `<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`)
  })

  app.get('/sitemap-pages.xml', async (_request, reply) => {
    const [books, quarters, posts] = await Promise.all([
      listBooks(reading(), visitor.id),
      listQuarters(reading()),
      services.blog ? [] : listPosts(reading(), { at: now() }, { limit: partSize / 2, skip: 0 }),
    ])
    return sendXml(
      reply,
      writePages([
        ...fixedPaths.map(path => ({ path, at: null })),
        ...books.map(({ slug }) => ({ path: `/books/${slug}`, at: null })),
        ...quarters.map(quarter => ({ path: `/trends/${quarter}`, at: null })),
        ...posts.map(({ slug, published_at }) => ({ path: `/news/${slug}`, at: published_at })),
      ]),
    )
  })

  for (const name of sectionNames)
    app.get<{ Params: { part: string } }>(
      `/sitemap-${name}-:part(^[1-9]\\d{0,5}).xml`,
      async ({ params }, reply) => {
        const pages = await listPartPages(reading(), name satisfies SectionName, Number(params.part))
        if (!pages.length) return reply.code(404).type('text/plain').send('Not found')
        return sendXml(reply, writePages(pages))
      },
    )

  function writePages(pages: SitemapPage[]) {
    const urls = pages.map(({ path, at }) => {
      const changed = at ? `<lastmod>${at.toISOString()}</lastmod>` : ''
      return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${changed}</url>`
    })
    return `<urlset ${namespace}>${urls.join('')}</urlset>`
  }
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const sendXml = (reply: FastifyReply, xml: string) =>
  letBeShared(sendAsFile(reply))
    .header('cache-control', 'public, max-age=3600')
    .type('application/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`)
