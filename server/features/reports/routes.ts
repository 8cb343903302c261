import { appeal, file } from '../../../shared/api/reports.ts'
import { route } from '../../http/serve.ts'
import { fileAppeal } from './appeal.ts'
import { fileReport } from './file-report.ts'

export const reportsRoutes = [
  route(file, ({ input, viewer, request, ...services }) => fileReport(services, input, viewer, request.ip)),
  route(appeal, ({ input, request, ...services }) => fileAppeal(services, input, request.ip)),
]
