import { quickSearch, suggestedColors, suggestions } from '../../../shared/api/search.ts'
import { readRoute } from '../../http/serve.ts'
import { nameOf } from '../../lib/color/name.ts'
import { chooseSwatches } from '../../lib/color/swatches.ts'
import { findQuickly, listFrequentColors, listSuggestions } from './queries.ts'

export const searchRoutes = [
  readRoute(suggestions, ({ db, input }) =>
    input.text ? listSuggestions(db, input.kind, input.text) : Promise.resolve([]),
  ),
  readRoute(suggestedColors, async ({ db }) =>
    chooseSwatches(await listFrequentColors(db)).map(hex => ({ hex, name: nameOf(hex) })),
  ),
  readRoute(quickSearch, ({ db, input }) => findQuickly(db, input.text)),
]
