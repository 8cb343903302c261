import { quickSearch, suggestions } from '../../../shared/api/search.ts'
import { readRoute } from '../../http/serve.ts'
import { findQuickly, listSuggestions } from './queries.ts'

export const searchRoutes = [
  readRoute(suggestions, ({ db, input }) =>
    input.text ? listSuggestions(db, input.kind, input.text) : Promise.resolve([]),
  ),
  readRoute(quickSearch, ({ db, input }) => findQuickly(db, input.text)),
]
