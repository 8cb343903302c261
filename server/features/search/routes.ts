import { suggestions } from '../../../shared/api/search.ts'
import { route } from '../../http/serve.ts'
import { listSuggestions } from './queries.ts'

export const searchRoutes = [
  route(suggestions, ({ db, input }) =>
    input.text ? listSuggestions(db, input.kind, input.text) : Promise.resolve([]),
  ),
]
