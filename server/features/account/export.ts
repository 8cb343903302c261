import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { ZipFile } from 'yazl'
import { baseName } from '../../../shared/rules/file-name.ts'
import type { Cookies } from '../../http/cookies.ts'
import { HttpError, notSignedIn } from '../../http/errors.ts'
import { countHit } from '../../http/limits.ts'
import { findSession } from '../../http/session.ts'
import { vectorFile } from '../../outside/files.ts'
import { avatarName, originalName } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { describeArchive } from './archive-page.ts'
import { readEverything } from './queries.ts'

const perMember = { name: 'export', most: 6, seconds: 3600 }
const underWay = new Set<number>()
/** How many requests to the store run at once: each takes its time, and a member may have a thousand pictures. */
const askedAtOnce = 16

/**
 * Streams the archive of the member's data and pictures. A GET, so that the browser downloads it like any file; it
 * changes nothing, and another site's page cannot request it.
 */
export function serveExport(app: FastifyInstance, services: Services, cookies: Cookies) {
  const { db, readDb, files, now } = services
  app.get(
    '/api/designers/export',
    { exposeHeadRoute: false, config: { pool: 'calls' } },
    async (request, reply) => {
      const found = await findSession(readDb, cookies.sessionToken(request), now())
      if (!found) throw notSignedIn()
      const { viewer } = found
      request.viewer = viewer
      if (request.headers['sec-fetch-site'] === 'cross-site')
        throw new HttpError(403, 'Ask for your data on your account page.')
      if (underWay.has(viewer.id))
        throw new HttpError(429, 'Your archive is already being sent.', { retryAfter: 60 })
      // Before the first await, so that two concurrent calls are not both counted as the first.
      underWay.add(viewer.id)
      const archive = new ZipFile()
      const stream = archive.outputStream as Readable
      stream.once('close', () => underWay.delete(viewer.id))
      archive.on('error', error => stream.destroy(error as Error))
      try {
        await countHit(db, perMember, String(viewer.id), now())
        await fill(archive, services, viewer.id)
      } catch (error) {
        stream.destroy()
        throw error
      }
      const day = now().toISOString().slice(0, 10)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="colophon-${found.session.slug}-${day}.zip"`)
        .type('application/zip')
        .send(stream)
    },
  )

  async function fill(archive: ZipFile, { now }: Services, designerId: number) {
    const { account, logos, ...rest } = await readEverything(db, designerId)
    const { avatar, ...facts } = account
    const own = {
      exported_at: now().toISOString(),
      account: { ...facts, picture: avatar && (await add(avatarName(avatar), 'picture.webp')) },
      logos: await pLimit(askedAtOnce).map(logos, async ({ image, replaced_pictures, vector, ...logo }) => ({
        ...logo,
        filename: baseName(logo.filename),
        file: await add(originalName(image), `logos/${logo.logo_id}.png`),
        vector: vector && (await add(vectorFile(vector.file), `logos/${logo.logo_id}-${vector.filename}`)),
        replaced_pictures: await Promise.all(
          replaced_pictures.map(async (each, i) => ({
            replaced_at: each.replaced_at,
            file: await add(originalName(each.image), `logos/${logo.logo_id}-before-${i + 1}.png`),
          })),
        ),
      })),
      ...rest,
    }
    archive.addBuffer(Buffer.from(`${JSON.stringify(own, null, 2)}\n`), 'data.json')
    archive.addBuffer(Buffer.from(describeArchive(own)), 'index.html')
    archive.end()

    /** Read lazily, so that one picture at a time is in memory. Null if there is none. */
    async function add(name: string, path: string) {
      if (!(await files.has(name))) return null
      archive.addReadStreamLazy(path, { compress: false }, done => {
        files.get(name).then(
          bytes => done(null, Readable.from([bytes ?? Buffer.alloc(0)])),
          error => done(error, Readable.from([])),
        )
      })
      return path
    }
  }
}
