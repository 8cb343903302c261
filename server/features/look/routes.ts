import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { similar, similarToPicture } from '../../../shared/api/look.ts'
import { mostSimilar, similarFrom, visitorSimilar } from '../../../shared/rules/look.ts'
import type { Db } from '../../db/connect.ts'
import { offset, type Page } from '../../db/fragments.ts'
import { mostWaiting } from '../../db/look-index.ts'
import { busy, HttpError, invalid, requireReader } from '../../http/errors.ts'
import { addressKey, countIfChanged, countOf, isWithin, type Limit } from '../../http/limits.ts'
import { type Route, readRoute, route } from '../../http/serve.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { holdSearch, writeLimits } from '../../http/write-limits.ts'
import { describedSide, describeWays, searchedSide } from '../../lib/look/describe.ts'
import type { Raster } from '../../lib/look/saliency.ts'
import type { Match, Query } from '../../lib/look/scan-index.ts'
import {
  describeStored,
  ImageError,
  pictureHash,
  readPicture,
  requireSearchable,
} from '../../outside/images.ts'
import { mayRead, type Viewer } from '../../viewer.ts'
import { findLook, keepShown, listByIds } from './queries.ts'

/** Searches by picture. The same picture with other emphases and pages counts as one search, that often. */
const samePicture: Limit = { name: 'search:picture', most: 6, seconds: 3600 }
/** Matches that are read beyond the most that are listed, to replace those that the viewer may not see. */
const spare = 50
/** The most matches that are read. Where more of them may not be seen, fewer logos are listed. */
const mostFound = 2000

export const lookRoutes: Route[] = [
  {
    ...readRoute(similar, async ({ db, files, look, input, viewer }) => {
      if (offset(input) >= visitorSimilar) requireReader(viewer)
      const logo = await findLook(db, input.logo_id, viewer)
      if (!logo) throw new HttpError(404, 'Logo not found')
      const views = logo.views ?? (await describeStored(files, pictureHash(logo.image)))
      if (!views?.length) return { data: [], count: 0 }
      const query = [{ views, isTransformed: false }]
      const own = input.others_first ? logo.designer_id : undefined
      const without = { logo_id: input.logo_id, ...withoutOwn(own) }
      const find = (most: number) => look.nearest(query, input.emphasis, most, without)
      return leaveRoom(viewer, () => listMatches(db, find, { ...input, own }, viewer))
    }),
    admit: ({ viewer, request, reply }) => holdSearch(String(viewer.id || addressKey(request.ip)), reply),
  },

  route(similarToPicture, async ({ input, viewer, look, ...services }) => {
    const { db, now } = services
    const field = 'file_base64'
    const file = await decodeUpload(field, input[field], async bytes => requireSearchable(bytes))
    const samePictureKey = `${viewer.id}:${createHash('sha256').update(file).digest('hex')}`
    type Found = Awaited<ReturnType<typeof listMatches>> | string
    const search = async (): Promise<{ isChanged: true; result: Found }> => {
      const queries = await describeAllWays(file)
      if (typeof queries === 'string') return { isChanged: true, result: queries }
      const own = input.before_upload ? viewer.id : undefined
      const find = (most: number) => look.nearest(queries, input.emphasis, most, withoutOwn(own))
      return { isChanged: true, result: await listMatches(db, find, { ...input, own }, viewer) }
    }
    const times = await countOf(db, samePicture, samePictureKey, now())
    const limit = input.before_upload ? writeLimits.comparedUploads : writeLimits.searchedPictures
    const { result } =
      times > 0 && times < samePicture.most
        ? await search()
        : // A picture that is damaged, or in which nothing is drawn, counts, too: it was decoded.
          { result: await countIfChanged(services, limit, viewer.id, search) }
    if (typeof result === 'string') throw invalid(field, result)
    await isWithin(db, samePicture, samePictureKey, now())
    return result
  }),
]

/** A picture as it is, mirrored, turned and tilted, or why it can't be compared. Other requests are served between two ways. */
async function describeAllWays(file: Buffer): Promise<Query[] | string> {
  let picture: Record<'large' | 'small', Raster>
  try {
    picture = {
      large: await readPicture(file, searchedSide),
      small: await readPicture(file, describedSide),
    }
  } catch (error) {
    if (error instanceof ImageError) return error.message
    throw error
  }
  const queries: Query[] = []
  for (const query of describeWays(picture)) {
    // What stands in a corner can be outside of the picture when tilted.
    if (!queries.length && !query.views.length)
      return 'This picture has one colour only, so there’s nothing to compare.'
    queries.push(query)
    await setImmediate()
  }
  return queries
}

/** A designer's own logos, of which there may be many alike, but for the nearest of them. */
const withoutOwn = (designer_id?: number) => (designer_id ? { designer_id, keepsNearest: true } : {})

/** The matches of a page; where `own` is a designer, that one's nearest logo stands behind all others that are as similar. */
async function listMatches(
  db: Db,
  find: Find,
  { own, ...page }: Page & { own: number | undefined },
  viewer: Viewer,
) {
  const most = mayRead(viewer) ? mostSimilar : visitorSimilar
  const found = (await findShown(db, find, most, viewer)).slice(0, most)
  const rank = (match: Shown) => (match.likeness < similarFrom ? 2 : match.designer_id === own ? 1 : 0)
  // Stable: in each rank they stay nearest first.
  const shown = own ? found.toSorted((a, b) => rank(a) - rank(b)) : found
  const listed = shown.slice(offset(page), offset(page) + page.page_size)
  const likenesses = new Map(listed.map(match => [match.logo_id, match.likeness]))
  const logos = await listByIds(db, [...likenesses.keys()], viewer)
  const data = logos.map(logo => ({ ...logo, likeness: likenesses.get(logo.logo_id)! }))
  return { data, count: shown.length }
}

type Find = (most: number) => Promise<Match[]>
type Shown = Match & { designer_id: number }

/** At least `most` matches that the viewer may see, if there are; the search is repeated where blocked designers have many of the nearest. */
async function findShown(db: Db, find: Find, most: number, viewer: Viewer) {
  for (let asked = mostSimilar + spare; ; asked *= 2) {
    const found = await find(asked)
    const shown = await keepShown(db, found, viewer)
    if (shown.length >= most || found.length < asked || 2 * asked > mostFound) return shown
  }
}

/** Searches of all visitors together that wait at the same time: half of what the thread's queue takes, so that members are answered. */
const mostOfVisitors = mostWaiting / 2
let ofVisitors = 0

/** Runs a search; refuses a visitor's while it would take the members' room in the queue. */
async function leaveRoom<Result>({ id }: Viewer, search: () => Promise<Result>): Promise<Result> {
  if (id) return search()
  if (ofVisitors >= mostOfVisitors) throw busy(3)
  ofVisitors++
  try {
    return await search()
  } finally {
    ofVisitors--
  }
}
