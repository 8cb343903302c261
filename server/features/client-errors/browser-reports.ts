import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parseJsonOf } from '../../http/json-body.ts'

const text = z.string().catch('')
const number = z.number().optional().catch(undefined)

/** The format of `report-uri`: one violation of the content security policy. */
const violation = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': number,
  }),
})

/** The format of `report-to`: several reports of several kinds. */
const reports = z.array(
  z.object({
    type: text,
    url: text,
    body: z
      .object({ effectiveDirective: text, blockedURL: text, sourceFile: text, lineNumber: number })
      .catch({ effectiveDirective: '', blockedURL: '', sourceFile: '' }),
  }),
)

/** Only the first reports of a batch are logged. */
const most = 5

/** Accepts the browser's own reports on the routes of this scope, converted to the contract's input. */
export function acceptBrowserReports(app: FastifyInstance) {
  parseJsonOf(app, 'application/csp-report', body => {
    const { success, data } = violation.safeParse(body)
    if (!success) return {}
    const { 'csp-report': of } = data
    const where = describePlace(of['source-file'], of['line-number'])
    return {
      message: `csp-violation: ${of['effective-directive']} refused ${of['blocked-uri']}${where}`,
      url: of['document-uri'],
    }
  })
  parseJsonOf(app, 'application/reports+json', body => {
    const list = reports.safeParse(body).data?.slice(0, most) ?? []
    const message = list.map(({ type, body: of }) => {
      const refused = of.effectiveDirective && `: ${of.effectiveDirective} refused ${of.blockedURL}`
      return `${type}${refused}${describePlace(of.sourceFile, of.lineNumber)}`
    })
    return { message: message.join('\n'), url: list[0]?.url }
  })
}

const describePlace = (file: string, line = 0) => (file ? ` at ${file}:${line}` : '')
