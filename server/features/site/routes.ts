import { words } from '../../../shared/api/site.ts'
import { siteNames } from '../../../shared/site-words.ts'
import { readRoute } from '../../http/serve.ts'
import { siteWords } from '../../lib/site-words.ts'

export const siteRoutes = [
  readRoute(words, async ({ input }) => {
    const all = siteWords()
    return Object.fromEntries((input.names ?? siteNames).map(name => [name, all[name]]))
  }),
]
