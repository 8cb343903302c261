import { appeal, file, removeComment as removeCommentCall } from '../../../shared/api/reports.ts'
import { route } from '../../http/serve.ts'
import { fileAppeal } from './appeal.ts'
import { fileReport } from './file-report.ts'
import { removeComment } from './remove-comment.ts'

export const reportsRoutes = [
  route(file, ({ input, viewer, request, ...services }) => fileReport(services, input, viewer, request.ip)),
  route(appeal, ({ input, request, ...services }) => fileAppeal(services, input, request.ip)),

  route(removeCommentCall, async ({ input, viewer, ...services }) => {
    await removeComment(services, input, viewer)
    return { logo_comment_id: input.comment_id }
  }),
]
