import { state, words } from '../../../shared/api/site.ts'
import { blindDayOf } from '../../../shared/rules/blind.ts'
import { siteNames } from '../../../shared/site-words.ts'
import { readRoute } from '../../http/serve.ts'
import { siteWords } from '../../lib/site-words.ts'
import { isOffered } from '../blind/queries.ts'
import { findOpenBook } from '../books/queries.ts'
import { hasAdmin } from '../members/queries.ts'

const toFlag = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0)

export const siteRoutes = [
  readRoute(words, async ({ input }) => {
    const all = siteWords()
    return Object.fromEntries((input.names ?? siteNames).map(name => [name, all[name]]))
  }),

  readRoute(state, async ({ db, now }) => ({
    has_admin: toFlag(await hasAdmin(db)),
    has_open_book: toFlag((await findOpenBook(db)) !== undefined),
    has_blind: toFlag(await isOffered(db, blindDayOf(now()))),
  })),
]
