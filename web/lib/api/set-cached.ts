import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query'

/**
 * Sets a query's cached data to what a write has answered. A read that is on its way may have been answered before the write and would
 * replace them with older data, so it is cancelled and sent again; a first read is not where `updater` gives undefined.
 */
export function setCached<Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(
  queryClient: QueryClient,
  queryKey: Key,
  updater: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
) {
  queryClient.setQueryData<Data>(queryKey, updater as Updater<Data | undefined, Data | undefined>)
  void queryClient.refetchQueries({ queryKey, exact: true, fetchStatus: 'fetching' })
}
