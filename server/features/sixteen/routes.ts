import { find, names } from '../../../shared/api/sixteen.ts'
import { encodePositions } from '../../../shared/rules/sixteen.ts'
import { HttpError, requireReader } from '../../http/errors.ts'
import { readRoute } from '../../http/serve.ts'
import { mayRead } from '../../viewer.ts'
import { findLogos } from '../search/queries.ts'
import { arrange, countSquares, listNames } from './queries.ts'

/** More than a search can find. */
const all = { page: 1, page_size: 1_000_000_000 }

export const sixteenRoutes = [
  readRoute(find, async ({ db, input, viewer }) => {
    const { sort, book, ...filters } = input
    // The distance of colours has a default, and is no search without a colour.
    const { color_within: _, ...asked } = filters
    const isSearch = Object.values(asked).some(Boolean)
    if (isSearch) requireReader(viewer)
    const ids = isSearch ? (await findLogos(db, { ...filters, sort: 'recent' }, all)).ids : undefined
    const { atlases, order, holes, own, is_growing } = await arrange(db, { sort, ids, book }, viewer)
    return {
      atlases,
      count: order?.length ?? atlases.reduce((sum, { count }) => sum + count, 0),
      order: order && encodePositions(order),
      holes: encodePositions(holes),
      own: encodePositions(own),
      is_growing,
    }
  }),

  readRoute(names, async ({ db, input, viewer }) => {
    const count = await countSquares(db, input.atlas)
    if (count === undefined) throw new HttpError(404, 'These squares were drawn again.')
    const isReader = mayRead(viewer)
    const named = await listNames(db, input.atlas, { viewer, isReader })
    const bySlot = new Map(named.map(name => [name.slot, name]))
    return Array.from({ length: count }, (_, slot) => {
      const name = bySlot.get(slot)
      if (!name) return null
      const { logo_id, image, logo, company, can_open } = name
      return { logo_id: can_open ? logo_id : null, image: can_open ? image : null, logo, company }
    })
  }),
]
