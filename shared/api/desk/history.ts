import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, listOf, rowId, timestamp } from '../fields.ts'
import { deskList } from './fields.ts'

const act = z.object({
  /** Even for acts of staff, odd for the ledger's own audit. */
  history_id: rowId,
  at: timestamp,
  /** The username; null for the shell and for the program itself. */
  who: z.nullable(z.string()),
  /** Null for what the program did. */
  from: z.nullable(z.enum(['web', 'shell'])),
  /** Such as `members.role`. */
  what: z.string(),
  kind: z.string(),
  id: z.int(),
  /** The subject of the act, by its present name. */
  name: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  why: z.string(),
})
export type Act = z.output<typeof act>

const historySorts = ['newest', 'oldest'] as const

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/history',
  who: 'can history',
  summary: 'Acts of staff: the caller’s own; for administrators everybody’s, with the audit of the ledger',
  input: z.object({
    ...deskList(historySorts),
    from: z.optional(z.enum(['web', 'shell', 'ledger'], 'from may be web, shell or ledger.')),
    /** Acts on this account. */
    designer_id: z.optional(id),
  }),
  output: listOf(act),
  csv: ['history_id', 'at', 'who', 'from', 'what', 'kind', 'id', 'name', 'before', 'after', 'why'],
  hasAddresses: true,
})
