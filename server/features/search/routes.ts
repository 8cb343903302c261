import { suggestions } from '../../../shared/api/search.ts'
import { browse } from '../../http/serve.ts'
import { listSuggestions } from './queries.ts'

export const searchRoutes = [
  browse(suggestions, ({ db, input }) =>
    input.text ? listSuggestions(db, input.kind, input.text) : Promise.resolve([]),
  ),
]
