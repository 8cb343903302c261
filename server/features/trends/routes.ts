import { find } from '../../../shared/api/trends.ts'
import { readRoute } from '../../http/serve.ts'
import { findTrends } from './queries.ts'

export const trendsRoutes = [
  readRoute(find, ({ db, input, viewer, now }) => findTrends(db, input.quarter, { viewer, now: now() })),
]
