import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Cookies } from './session.ts'

/** The HTML shell of the built web application, and the hashes of its inline scripts for the CSP. */
export async function readShell(webFolder: string) {
  const html = await readFile(join(webFolder, 'index.html'), 'utf8')
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(m => m[1]!)
  const scriptHashes = inline.map(
    script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return { html, scriptHashes }
}

/** Serves the web application: hashed assets for ever, the shell for every other path. */
export async function servePages(app: FastifyInstance, webFolder: string, html: string, cookies: Cookies) {
  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
  app.get('/assets/*', async (_request, reply) => reply.code(404).type('text/plain').send('Not found'))
  app.get('/*', async (request, reply) => {
    cookies.ensureCsrf(request, reply)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
  })
}
