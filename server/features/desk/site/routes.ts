import { find, save } from '../../../../shared/api/desk/site.ts'
import { route } from '../../../http/serve.ts'
import { pageOfRows } from '../../../lib/page-of-rows.ts'
import { readWords } from '../../site/queries.ts'
import { saveWord } from '../../site/save-word.ts'
import { findWord, listWords, orders, searchedText } from './describe-words.ts'

export const deskSiteRoutes = [
  route(find, async ({ db, input }) => {
    if (input.name !== undefined) return findWord(db, input.name)
    return pageOfRows(await listWords(db), input, searchedText, orders[input.sort ?? 'listed'])
  }),

  route(save, async ({ db, now, input, viewer }) => {
    await saveWord({ db, now }, input, { designer_id: viewer.id, origin: 'web' })
    // This process uses the new words from now on; the others are notified.
    await readWords(db)
    return findWord(db, input.name)
  }),
]
