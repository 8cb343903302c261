import { reset } from '../../../shared/api/admin-factors.ts'
import { route } from '../../http/serve.ts'
import { actorOf } from '../../viewer.ts'
import { findFactors, resetFactors } from '../factors/change-factors.ts'

export const adminFactorsRoutes = [
  route(reset, async context => {
    const { db, input, viewer } = context
    await resetFactors(context, input, actorOf(viewer))
    return findFactors(db, input.designer_id)
  }),
]
