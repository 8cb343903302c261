import { list } from '../../../../shared/api/desk/history.ts'
import { route } from '../../../http/serve.ts'
import { pageOf } from '../../../lib/page-of-rows.ts'
import { countHistory, listHistory } from '../../history/queries.ts'

export const deskHistoryRoutes = [
  route(list, async ({ db, input, viewer, isCounted }) => {
    const { page, page_size, sort, ...filters } = input
    const which = { ...filters, ...(viewer.role !== 'admin' && { by: viewer.id }) }
    return pageOf(
      { isCounted },
      () => listHistory(db, which, { page, page_size, sort }),
      () => countHistory(db, which),
    )
  }),
]
