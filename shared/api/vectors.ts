import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxVectorBytes } from '../rules/vector.ts'
import { fileName, id, rowId } from './fields.ts'

export const put = endpoint({
  method: 'PUT',
  path: '/api/logos/vector',
  who: 'active member',
  summary:
    "Keep the vector original of one's own logo for print: SVG, PDF, EPS or AI. GET gives it back to its owner, as a download",
  input: z.object({ logo_id: id, filename: z._default(fileName, '') }),
  output: z.object({
    logo_id: rowId,
    /** The name under which it comes back. Its extension suits what the file is. */
    filename: z.string(),
    bytes: z.int(),
  }),
  bodyLimit: maxVectorBytes,
  isFile: true,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/logos/vector',
  who: 'signed in',
  summary: "Remove the vector original of one's own logo",
  input: z.object({ logo_id: id }),
  output: z.object({ logo_id: rowId }),
})
