import type { QueryClient } from '@tanstack/react-query'
import type { Params } from 'react-router'

/** A route's `handle`: prefetches the data of a page that is opened first; settled when they are there or were refused. */
export type RoutePrefetch = (queryClient: QueryClient, params: Params) => unknown
