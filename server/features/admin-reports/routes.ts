import {
  comments,
  decide,
  list,
  logos,
  setHidden as setHiddenCall,
} from '../../../shared/api/admin-reports.ts'
import { route } from '../../http/serve.ts'
import { actorOf } from '../../viewer.ts'
import { decideReports, setHidden } from '../reports/decide.ts'
import {
  countReports,
  countSkimmedComments,
  countSkimmedLogos,
  listReports,
  listSkimmedComments,
  listSkimmedLogos,
} from './queries.ts'

export const adminReportsRoutes = [
  route(list, async ({ db, publicUrl, input }) => ({
    data: await listReports({ db, publicUrl }, input, input),
    count: await countReports(db, input),
  })),

  route(decide, async ({ input, viewer, ...services }) => {
    await decideReports(services, input, actorOf(viewer))
    return { report_ids: input.report_ids, decision: input.decision }
  }),

  route(setHiddenCall, async ({ input, viewer, ...services }) => {
    await setHidden(services, input, actorOf(viewer))
    return { kind: input.kind, id: input.id, is_hidden: input.state }
  }),

  route(logos, async ({ db, input }) => ({
    data: await listSkimmedLogos(db, input, input),
    count: await countSkimmedLogos(db, input),
  })),

  route(comments, async ({ db, input }) => ({
    data: await listSkimmedComments(db, input, input),
    count: await countSkimmedComments(db, input),
  })),
]
