import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { LoadError } from '../../ui/messages/LoadError.tsx'

type Props = {
  list: Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'refetch'>
  /** Whether earlier pages have loaded. */
  isNext: boolean
}

/** Replaces a wall's logos, or its next page, that failed to load. */
export function LogosLoadError({ list, isNext }: Props) {
  return (
    <LoadError
      what={isNext ? 'The next logos' : 'The logos'}
      error={list.error}
      onRetry={() => (isNext ? list.fetchNextPage() : list.refetch())}
    />
  )
}
