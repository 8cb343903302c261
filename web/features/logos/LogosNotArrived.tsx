import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { NotArrived } from '../../ui/NotArrived.tsx'

type Props = {
  list: Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'refetch'>
  /** Whether earlier pages of it have come. */
  isNext: boolean
}

/** Stands where a wall's logos, or its next ones, did not come. */
export function LogosNotArrived({ list, isNext }: Props) {
  return (
    <NotArrived
      what={isNext ? 'The next logos' : 'The logos'}
      error={list.error}
      onAgain={() => (isNext ? list.fetchNextPage() : list.refetch())}
    />
  )
}
