import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { membershipStates } from '../rules/membership.ts'
import { roles } from '../rules/roles.ts'
import { deskList, requiredWhy } from './desk-fields.ts'
import { count, flag, id, listOf, requiredLongText, rowId, timestamp } from './fields.ts'

/** The states of an account at the desk: those of its membership, and two that come before them. */
export const memberStates = [...membershipStates, 'suspended', 'closed'] as const

const member = z.object({
  designer_id: rowId,
  username: z.string(),
  name: z.string(),
  company: z.string(),
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(memberStates),
  member_since: timestamp,
  member_expire: z.nullable(z.string()),
  logo_ct: count,
})
export type AdminMember = z.output<typeof member>

const grant = z.object({
  grant_id: rowId,
  source: z.enum(['payment', 'gift_card', 'admin']),
  starts_on: z.string(),
  ends_on: z.string(),
  created_at: timestamp,
  reversed_at: z.nullable(timestamp),
  /** Of a grant that staff gave. */
  given_by: z.nullable(z.string()),
  why: z.nullable(z.string()),
})

const moment = z.object({
  at: timestamp,
  kind: z.enum(['joined', 'paid', 'time', 'mailed', 'refused', 'reported', 'staff', 'ledger']),
  /** In a few words. */
  what: z.string(),
  detail: z.string(),
  who: z.nullable(z.string()),
  why: z.string(),
})
export type Moment = z.output<typeof moment>

const details = z.extend(member, {
  slug: z.string(),
  country: z.string(),
  subscription: z.nullable(z.object({ plan: z.string(), status: z.string(), next: z.nullable(timestamp) })),
  grants: z.array(grant),
  /** The newest first. */
  timeline: z.array(moment),
})
export type AdminMemberDetails = z.output<typeof details>

export const memberSorts = ['newest', 'oldest', 'name', 'name-down', 'expire', 'expire-down'] as const

export const find = endpoint({
  method: 'GET',
  path: '/api/admin/members',
  who: 'can members',
  summary:
    'Accounts by name, company, state and role; by address if q holds an @, which the history notes. One account with its time line (designer_id)',
  input: z.object({
    ...deskList(memberSorts),
    state: z.optional(z.enum(memberStates, `state may be ${memberStates.join(', ')}.`)),
    role: z.optional(z.enum([...roles, 'staff'], `role may be ${roles.join(', ')}, staff.`)),
    designer_id: z.optional(id),
  }),
  output: z.union([details, listOf(member)]),
  csv: [
    'designer_id',
    'username',
    'name',
    'company',
    'email',
    'role',
    'state',
    'member_since',
    'member_expire',
    'logo_ct',
  ],
})

export const update = endpoint({
  method: 'PUT',
  path: '/api/admin/members',
  who: 'can members',
  summary: 'Change the role of an account, close it, or note something about it',
  input: z.object({
    designer_id: id,
    role: z.optional(z.enum(roles, `A role is one of ${roles.join(', ')}.`)),
    closed: z.optional(z.literal(1, 'Must be 1.')),
    note: z.optional(requiredLongText('Write the note.', 2000)),
    why: requiredWhy,
  }),
  output: z.object({ designer_id: rowId, role: z.enum(roles), is_closed: flag }),
  needsConfirm: ['role', 'closed'],
})

export const sendPassword = endpoint({
  method: 'POST',
  path: '/api/admin/members/password',
  who: 'can mails',
  summary: 'Mail a member the link to set a new password',
  input: z.object({ designer_id: id }),
  output: z.object({ designer_id: rowId }),
})
