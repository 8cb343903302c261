import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { LoadError } from '../../ui/messages/LoadError.tsx'

type Props = {
  list: Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'refetch'>
  /** Whether earlier pages of it have come. */
  isNext: boolean
}

/** Stands where a wall's logos, or its next ones, did not come. */
export function LogosLoadError({ list, isNext }: Props) {
  return (
    <LoadError
      what={isNext ? 'The next logos' : 'The logos'}
      error={list.error}
      onRetry={() => (isNext ? list.fetchNextPage() : list.refetch())}
    />
  )
}
