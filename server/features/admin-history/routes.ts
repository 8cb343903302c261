import { list } from '../../../shared/api/admin-history.ts'
import { route } from '../../http/serve.ts'
import { countHistory, listHistory } from '../history/queries.ts'

export const adminHistoryRoutes = [
  route(list, async ({ db, input, viewer }) => {
    const { page, page_size, sort, ...filters } = input
    const which = { ...filters, ...(viewer.role !== 'admin' && { by: viewer.id }) }
    return {
      data: await listHistory(db, which, { page, page_size, sort }),
      count: await countHistory(db, which),
    }
  }),
]
