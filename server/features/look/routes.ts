import { similar, similarToPicture } from '../../../shared/api/look.ts'
import { mostSimilar, visitorSimilar } from '../../../shared/rules/look.ts'
import type { Db } from '../../db/connect.ts'
import { offset, type Page } from '../../db/fragments.ts'
import { HttpError, invalid, requireReader } from '../../http/errors.ts'
import { countIfChanged } from '../../http/limits.ts'
import { readRoute, route } from '../../http/serve.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { writeLimits } from '../../http/write-limits.ts'
import { describe, describedSide, searchedViews, turned } from '../../lib/look/describe.ts'
import type { Match } from '../../lib/look/scan-index.ts'
import { describeStored, pictureHash, readPicture } from '../../outside/images.ts'
import { mayRead, type Viewer } from '../../viewer.ts'
import { findLook, keepShown, listByIds } from './queries.ts'

/** Likeness that a mirrored or turned copy loses, in hundredths. */
const turnedPenalty = 6
/** Found beyond the most that are listed, in place of those that the viewer may not see. */
const spare = 50

export const lookRoutes = [
  readRoute(similar, async ({ db, files, look, input, viewer }) => {
    if (offset(input) >= visitorSimilar) requireReader(viewer)
    const logo = await findLook(db, input.logo_id, viewer)
    if (!logo) throw new HttpError(404, 'Logo not found')
    const views = logo.views ?? (await describeStored(files, pictureHash(logo.image)))
    if (!views?.length) return { data: [], count: 0 }
    const query = [{ views, penalty: 0 }]
    const found = await fewAtATime(viewer, () =>
      look.nearest(query, input.emphasis, mostSimilar + spare, input.logo_id),
    )
    return listMatches(db, found, input, viewer)
  }),

  route(similarToPicture, async ({ input, viewer, look, ...services }) => {
    const search = async () => {
      const picture = await decodeUpload('file_base64', input.file_base64, file =>
        readPicture(file, describedSide),
      )
      const queries = [0, 1, 2, 3, 4, 5, 6, 7].map(way => ({
        views: describe(turned(picture, way), way ? 2 : searchedViews),
        penalty: way ? turnedPenalty : 0,
      }))
      if (!queries[0]!.views.length)
        throw invalid('file_base64', 'This picture has one colour only, so there’s nothing to compare.')
      const found = await look.nearest(queries, input.emphasis, mostSimilar + spare)
      return { isChanged: true, result: await listMatches(services.db, found, input, viewer) }
    }
    return fewAtATime(viewer, () => countIfChanged(services, writeLimits.searchedPictures, viewer.id, search))
  }),
]

async function listMatches(db: Db, found: Match[], page: Page, viewer: Viewer) {
  const most = mayRead(viewer) ? mostSimilar : visitorSimilar
  const shown = (await keepShown(db, found, viewer)).slice(0, most)
  const listed = shown.slice(offset(page), offset(page) + page.page_size)
  const likenesses = new Map(listed.map(match => [match.logo_id, match.likeness]))
  const logos = await listByIds(db, [...likenesses.keys()], viewer)
  const data = logos.map(logo => ({ ...logo, likeness: likenesses.get(logo.logo_id)! }))
  return { data, count: shown.length }
}

/** Searches of one member that may wait at the same time. */
const mostSearches = 4
const searches = new Map<number, number>()

/** Limits how much of the thread one member takes; visitors who ask the same share one answer. */
async function fewAtATime<Result>({ id }: Viewer, search: () => Promise<Result>): Promise<Result> {
  if (!id) return search()
  const count = searches.get(id) ?? 0
  if (count >= mostSearches)
    throw new HttpError(429, 'Your other searches are still under way. Please wait a moment.', {
      retryAfter: 1,
    })
  searches.set(id, count + 1)
  try {
    return await search()
  } finally {
    const left = searches.get(id)! - 1
    if (left) searches.set(id, left)
    else searches.delete(id)
  }
}
