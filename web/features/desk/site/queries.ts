import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { SiteWord, SiteWordRow } from '../../../../shared/api/desk/site.ts'
import * as api from '../../../../shared/api.ts'
import { CallError } from '../../../../shared/endpoint.ts'
import { fillIn, pageWordsOf, type SiteName, type SiteWords } from '../../../../shared/site-words.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import { call } from '../../../lib/api/call.ts'
import { setCached } from '../../../lib/api/set-cached.ts'
import { setSite } from '../../../lib/site.ts'

/** The current value of every word of the site, with the names in braces. */
export const wordListQuery = queryOptions({
  queryKey: [deskKey, 'site'],
  queryFn: async ({ signal }): Promise<SiteWordRow[]> => {
    const answer = await call(api.desk.site.find, {}, { signal })
    if (!('data' in answer)) throw new CallError(500, { error: 'A list was expected.' })
    return answer.data
  },
  staleTime: 10_000,
})

/** One word with its versions. */
export const wordQuery = (name: SiteName) =>
  queryOptions({
    queryKey: [deskKey, 'site', name],
    queryFn: async ({ signal }): Promise<SiteWord> => {
      const answer = await call(api.desk.site.find, { name }, { signal })
      if ('data' in answer) throw new CallError(404, { error: 'Word not found' })
      return answer
    },
    staleTime: 10_000,
    // Refetched, because another person may save it while it is being written here.
    refetchInterval: 10_000,
  })

/** The words by their names. The contract has one type for all values: which name has which kind is known here. */
export const wordsOf = (rows: SiteWordRow[]) =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value])) as unknown as SiteWords

/** Applies a saved word to the open page, so that the gallery behind the desk shows it, too. */
export function useShowSaved() {
  const queryClient = useQueryClient()
  return (saved: SiteWord) => {
    setCached(queryClient, wordQuery(saved.name).queryKey, saved)
    void queryClient.invalidateQueries({ queryKey: ['site'] })
    const rows = queryClient
      .getQueryData(wordListQuery.queryKey)
      ?.map(row => (row.name === saved.name ? saved : row))
    const ribbon = rows?.find(row => row.name === 'ribbon')
    if (rows && ribbon) setSite(pageWordsOf(fillIn(wordsOf(rows)), ribbon.version, new Date()))
  }
}
