import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

export const plateQuery = (logo_id: number) =>
  queryOptions({
    queryKey: ['plate', logo_id],
    queryFn: ({ signal }) => call(api.plates.find, { logo_id }, { signal }),
  })
