import {
  activity,
  awards,
  block,
  blocked,
  findProfile as endpoint,
  follow,
  followers,
  following,
  likes,
  profileLogos,
  seeActivity as seeActivityCall,
  unseenActivity,
} from '../../../shared/api/designers.ts'
import type { BookSeries } from '../../../shared/rules/books.ts'
import { shortActivity } from '../../../shared/rules/limits.ts'
import { HttpError, invalid, notSignedIn } from '../../http/errors.ts'
import { countIfChanged } from '../../http/limits.ts'
import { type ReadContext, readRoute, route } from '../../http/serve.ts'
import { writeLimits } from '../../http/write-limits.ts'
import {
  countActivity,
  countEntered,
  countUnseen,
  findDesigner,
  findProfile,
  listActivity,
  listAwards,
  listBlocked,
  listChosenLogos,
  listLikedLogos,
  listPeople,
  listProfileLogos,
  seeActivity,
  setBlocked,
  setFollow,
} from './queries.ts'

export const designersRoutes = [
  readRoute(endpoint, async ({ db, input, viewer }) => {
    if (!input.folder_url && !input.designer_id && !viewer.id) throw notSignedIn()
    const by = input.folder_url ? { slug: input.folder_url } : { designer_id: input.designer_id ?? viewer.id }
    const found = await findProfile(db, by, viewer)
    if (!found) throw designerNotFound()
    const { first_name, last_name, ...profile } = found
    const profile_logos = await listProfileLogos(db, profile.designer_id, viewer)
    return {
      ...profile,
      profile_logos,
      ...(profile.designer_id === viewer.id && { first_name, last_name }),
    }
  }),

  readRoute(profileLogos, async ({ db, input, viewer }) => {
    const data = await listChosenLogos(db, input.designer_id, viewer)
    if (!data.length && !(await findDesigner(db, input))) throw designerNotFound()
    return { data, count: data.length }
  }),

  route(follow, async ({ input, viewer, ...services }) => {
    if (input.designer_id === viewer.id) throw invalid('designer_id', 'You can’t follow yourself.')
    const designer = await countIfChanged(services, writeLimits.follows, viewer.id, () =>
      setFollow(services.db, viewer.id, input.designer_id, input.state === 1),
    )
    if (!designer) throw designerNotFound()
    return { ...designer, is_followed: input.state }
  }),

  route(block, async ({ db, input, viewer, now }) => {
    if (input.designer_id === viewer.id) throw invalid('designer_id', 'You can’t block yourself.')
    const outcome = await setBlocked(db, viewer.id, input.designer_id, input.state === 1, now())
    if (outcome === 'missing') throw designerNotFound()
    if (outcome === 'staff') throw invalid('designer_id', 'People who work for the gallery can’t be blocked.')
    return { designer_id: input.designer_id, is_blocked: input.state }
  }),

  readRoute(blocked, async ({ db, viewer }) => {
    const data = await listBlocked(db, viewer.id)
    return { data, count: data.length }
  }),

  readRoute(followers, async context => {
    const { people, designer } = await findPeople('followers', context)
    return { data: people, count: designer.follower_ct }
  }),

  readRoute(following, async context => {
    const { people, designer } = await findPeople('following', context)
    return { data: people, count: designer.following_ct }
  }),

  readRoute(likes, async ({ db, input, viewer }) => {
    if (input.designer_id !== 'me' && input.designer_id !== viewer.id)
      throw new HttpError(403, 'Only the designer can see their likes.')
    return listLikedLogos(db, input, viewer)
  }),

  readRoute(awards, async ({ db, input, viewer }) => {
    const designer = await findDesigner(db, { slug: input.folder_url })
    if (!designer) throw designerNotFound()
    const rows = await listAwards(db, designer.designer_id, input.book_slug, viewer)
    if (input.book_slug !== undefined && !rows.length) throw new HttpError(404, 'No awards in that book')
    const groups = Map.groupBy(rows, row => row.book_slug)
    const data = [...groups].map(([slug, logos]) => ({ book: bookName(logos[0]!), slug, logos }))
    return { data, count: data.length }
  }),

  route(activity, async ({ db, input, viewer }) => {
    if (input.short)
      return { activity: await listActivity(db, viewer.id, { page: 1, page_size: shortActivity }) }
    const [items, count, entered] = await Promise.all([
      listActivity(db, viewer.id, { page: input.page, page_size: input.per_page }),
      countActivity(db, viewer.id),
      countEntered(db, viewer.id),
    ])
    return { activity: items, count: [count], entered }
  }),

  route(unseenActivity, async ({ db, viewer }) => ({
    unseen: viewer.isActive ? await countUnseen(db, viewer.id) : 0,
  })),

  route(seeActivityCall, async ({ db, viewer }) => {
    await seeActivity(db, viewer.id)
    return { unseen: await countUnseen(db, viewer.id) }
  }),
]

/** A page of a designer's followers or followed designers, with the designer and both counts. */
async function findPeople(
  which: 'followers' | 'following',
  { db, input, viewer }: ReadContext<typeof followers>,
) {
  const designerId = input.designer_id === 'me' ? viewer.id : input.designer_id
  const [people, designer] = await Promise.all([
    listPeople(db, designerId, which, input, viewer),
    findDesigner(db, { designer_id: designerId }),
  ])
  if (!designer) throw designerNotFound()
  return { people, designer }
}

const bookName = ({ series, number }: { series: BookSeries; number: number }) =>
  `${series === 'book' ? 'Book' : 'Master Book'} ${number}`

const designerNotFound = () => new HttpError(404, 'Designer not found')
