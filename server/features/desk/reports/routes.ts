import {
  comments,
  decide,
  list,
  logos,
  setHidden as setHiddenCall,
} from '../../../../shared/api/desk/reports.ts'
import { route } from '../../../http/serve.ts'
import { pageOf } from '../../../lib/page-of-rows.ts'
import { actorOf } from '../../../viewer.ts'
import { setHidden } from '../../reports/decide-by-hand.ts'
import { decideReports } from '../../reports/decide-reports.ts'
import {
  countReports,
  countSkimmedComments,
  countSkimmedLogos,
  listReports,
  listSkimmedComments,
  listSkimmedLogos,
} from './queries.ts'

export const deskReportsRoutes = [
  route(list, ({ db, publicUrl, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listReports({ db, publicUrl }, input, input),
      () => countReports(db, input),
    ),
  ),

  route(decide, async ({ input, viewer, ...services }) => {
    await decideReports(services, input, actorOf(viewer))
    return { report_ids: input.report_ids, decision: input.decision }
  }),

  route(setHiddenCall, async ({ input, viewer, ...services }) => {
    await setHidden(services, input, actorOf(viewer))
    return { kind: input.kind, id: input.id, is_hidden: input.state }
  }),

  route(logos, ({ db, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listSkimmedLogos(db, input, input),
      () => countSkimmedLogos(db, input),
    ),
  ),

  route(comments, ({ db, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listSkimmedComments(db, input, input),
      () => countSkimmedComments(db, input),
    ),
  ),
]
