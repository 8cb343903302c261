import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { sheetInput } from '../../../../shared/api/collections.ts'
import type { Logo } from '../../../../shared/api/logos.ts'
import { mostSheetLogos, type SheetCount, type SheetPaper } from '../../../../shared/rules/contact-sheet.ts'
import { formatCount, formatDay } from '../../../../shared/rules/format.ts'
import type { Cookies } from '../../../http/cookies.ts'
import { HttpError } from '../../../http/errors.ts'
import { addressKey, countHit } from '../../../http/limits.ts'
import { authenticate, parseInput } from '../../../http/serve.ts'
import { holdSheet } from '../../../http/write-limits.ts'
import { Overloaded } from '../../../lib/errors.ts'
import { runInThread } from '../../../lib/in-thread.ts'
import { siteWords } from '../../../lib/site-words.ts'
import { makePrintPicture, pictureHash } from '../../../outside/images.ts'
import type { Services } from '../../../services.ts'
import { countOpening } from '../count-opening.ts'
import { readCollection } from '../read-collection.ts'
import type { Sheet, SheetLogo } from './draw-sheet.ts'
import { gridOf } from './layout.ts'

const sentence = 'You’ve made a lot of contact sheets.'
export const perVisitor = { name: 'sheet', most: 10, seconds: 60, sentence }
const perMember = { name: 'sheet:member', most: 30, seconds: 60, sentence }

/** One sheet at a time: each holds its pictures in memory and a thread. */
const gate = pLimit(1)
const mostWaiting = 10
/** Its pictures are read and decoded two at a time. */
const picturesAtOnce = 2
const dotsPerInch = 250

/**
 * Serves the contact sheet of a collection as a PDF to everyone who may see the collection, with the logos they may see there.
 * A GET, so that a browser saves it.
 */
export function serveSheet(app: FastifyInstance, services: Services, cookies: Cookies) {
  const { db, now } = services
  app.get(
    '/api/collections/sheet',
    { exposeHeadRoute: false, config: { pool: 'calls' } },
    async (request, reply) => {
      const viewer = await authenticate(services, cookies, request, reply)
      const { paper, per_page, ...which } = parseInput(sheetInput, request.query)
      const collection = await readCollection(db, which, viewer, now())
      const { logos, light_box_id } = collection
      if (logos.length > mostSheetLogos)
        throw new HttpError(
          409,
          `A contact sheet holds ${mostSheetLogos} logos. This collection has ${formatCount(logos.length, 'logo')}.`,
        )
      if (!logos.length) throw new HttpError(409, 'There are no logos in this collection yet.')
      const caller = viewer.id ? String(viewer.id) : addressKey(request.ip)
      holdSheet(caller, reply)
      await countHit(db, viewer.id ? perMember : perVisitor, caller, now())
      if (which.link) await countOpening(services, which.link, { viewer, ip: request.ip })
      if (gate.pendingCount >= mostWaiting)
        throw new Overloaded('Too many contact sheets are waiting', {
          sentence: 'A lot of contact sheets are being made. Please try again in a moment.',
          retryAfter: 10,
        })
      // Nothing is drawn for a client that has disconnected while its request waited.
      const pdf = await gate(async () =>
        reply.raw.closed ? undefined : makeSheet(services, collection, { paper, count: per_page }),
      )
      if (!pdf) return reply.send()
      return (
        reply
          .header('content-disposition', `attachment; filename="collection-${light_box_id}-${paper}.pdf"`)
          // What is hidden later would stay in a search engine's copy.
          .header('x-robots-tag', 'noindex')
          .type('application/pdf')
          .send(Buffer.from(pdf))
      )
    },
  )
}

type Collection = Awaited<ReturnType<typeof readCollection>>

async function makeSheet(
  { files, now, publicUrl }: Services,
  { light_box_id, name, company, slug, logos }: Collection,
  { paper, count }: { paper: SheetPaper; count: SheetCount },
) {
  const side = Math.ceil((gridOf(paper, count).side / 72) * dotsPerInch)
  const profile = (of: string) => (of ? `${new URL(publicUrl).host}/designers/${of}` : '')
  const describe = async (logo: Logo): Promise<SheetLogo> => ({
    title: { text: logo.logo, instead: `Logo ${logo.logo_id}` },
    ...(logo.designer &&
      logo.designer !== logo.company && { designer: { text: logo.designer, instead: profile(logo.slug) } }),
    company: { text: logo.company, instead: profile(logo.slug) },
    picture: await makePrintPicture(files, pictureHash(logo.image), side),
  })
  const sheet: Sheet = {
    name: { text: name, instead: `Collection ${light_box_id}` },
    by: { text: `by ${company} · ${formatCount(logos.length, 'logo')}`, instead: profile(slug) },
    author: company,
    logos: await pLimit(picturesAtOnce).map(logos as Logo[], describe),
    paper,
    count,
    siteName: siteWords().site_name,
    day: formatDay(now()),
    madeAt: now(),
  }
  return runInThread<Uint8Array>(join(import.meta.dirname, 'sheet-thread.ts'), sheet)
}
