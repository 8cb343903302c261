import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import type { SavedSearch } from '../../../shared/api/searches.ts'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { readSavedQuery, type Search, savedQueryOf, searchPath } from '../../domain/search/search-path.ts'
import { call } from '../../lib/api/call.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FocusKeeper } from '../../ui/layout/FocusKeeper.tsx'
import styles from './SavedSearches.module.css'

const savedQuery = queryOptions({
  queryKey: ['searches'],
  queryFn: ({ signal }) => call(api.searches.list, {}, { signal }),
  staleTime: 60_000,
})

/** Saves the shown search under the words of its filters, or tells that it is saved. */
export function SaveSearch({ search, words }: { search: Search; words: string }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(savedQuery)
  const query = savedQueryOf(search)
  const isSaved = data?.data.some(saved => savedQueryOf(readSavedQuery(saved.query)) === query)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.searches.save, { name: words.slice(0, maxLength.name), query }),
    onSuccess: () => queryClient.invalidateQueries(savedQuery),
    // A 51st search is refused, and the answer says what to do.
    onError: error =>
      showToast(
        error instanceof CallError && error.status > 0
          ? error.body.error
          : 'The search wasn’t saved. Please try again.',
      ),
  })
  if (!data) return null
  return (
    <Button kind="quiet" size="small" disabled={isPending || isSaved} onClick={() => mutate()}>
      {isSaved ? 'Search saved' : 'Save search'}
    </Button>
  )
}

/** The member's saved searches, each with how many new logos it finds; opening one notes them as seen. */
export function SavedSearches() {
  const queryClient = useQueryClient()
  const { data } = useQuery(savedQuery)
  const refresh = () => queryClient.invalidateQueries(savedQuery)
  const { mutate: see } = useMutation({
    mutationFn: (search_id: number) => call(api.searches.see, { search_id }),
    onSuccess: refresh,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (search_id: number) => call(api.searches.remove, { search_id }),
    onSettled: refresh,
    meta: { error: 'The saved search wasn’t deleted. Please try again.' },
  })
  return (
    <FocusKeeper item="li" target="button">
      {data && data.count > 0 && (
        <section className={styles.saved} aria-label="Saved searches">
          <h2>Saved searches</h2>
          <ul>
            {data.data.map(saved => (
              <Saved
                key={saved.search_id}
                saved={saved}
                onOpen={() => see(saved.search_id)}
                onRemove={() => remove(saved.search_id)}
              />
            ))}
          </ul>
        </section>
      )}
    </FocusKeeper>
  )
}

function Saved({
  saved,
  onOpen,
  onRemove,
}: {
  saved: SavedSearch
  onOpen: () => void
  onRemove: () => void
}) {
  const { name, query, new_ct } = saved
  return (
    <li>
      <Link to={searchPath(readSavedQuery(query))} onClick={onOpen}>
        {name}
        {new_ct > 0 && <span className={styles.news}>{formatNumber(new_ct)} new</span>}
      </Link>
      <button type="button" aria-label={`Delete the saved search ${name}`} onClick={onRemove}>
        <X size={16} aria-hidden />
      </button>
    </li>
  )
}
