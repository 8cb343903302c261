import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { maxLength } from '../../rules/limits.ts'
import { membershipStates } from '../../rules/membership.ts'
import { roles } from '../../rules/roles.ts'
import { factors } from '../factors.ts'
import {
  count,
  emailAddress,
  flag,
  id,
  listOf,
  requiredLongText,
  requiredText,
  rowId,
  text,
  timestamp,
} from '../fields.ts'
import { deskList, optionalWhy, requiredWhy } from './fields.ts'

/** The states of an account at the desk: those of its membership, and two that come before them. */
export const memberStates = [...membershipStates, 'suspended', 'closed'] as const

const member = z.object({
  designer_id: rowId,
  username: z.string(),
  name: z.string(),
  company: z.string(),
  /** Null in the list for those who neither write mails nor give roles. */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  state: z.enum(memberStates),
  member_since: timestamp,
  member_expire: z.nullable(z.string()),
  logo_ct: count,
})

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
  /** The values before and after, of an act of staff or of an audit record of the ledger. */
  change: z.nullable(z.tuple([z.unknown(), z.unknown()])),
  who: z.nullable(z.string()),
  why: z.string(),
})

const details = z.extend(member, {
  email: z.string(),
  slug: z.string(),
  country: z.string(),
  /** Null where the account is not suspended, or no longer. */
  suspended_until: z.nullable(timestamp),
  subscription: z.nullable(z.object({ plan: z.string(), status: z.string(), next: z.nullable(timestamp) })),
  grants: z.array(grant),
  /** Other open accounts whose company looks the same, at most ten. */
  lookalikes: z.array(z.object({ designer_id: rowId, username: z.string(), company: z.string() })),
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
  hasAddresses: true,
})

export const update = endpoint({
  method: 'PUT',
  path: '/api/admin/members',
  who: 'can members',
  summary:
    'Change the role of an account, suspend it until a moment (null lifts that, without a reason), close it, or note something about it',
  input: z.object({
    designer_id: id,
    role: z.optional(z.enum(roles, `A role is one of ${roles.join(', ')}.`)),
    suspended_until: z.optional(z.nullable(z.iso.datetime('Say until when, as an ISO date and time.'))),
    closed: z.optional(z.literal(1, 'Must be 1.')),
    note: z.optional(requiredLongText('Write the note.', 2000)),
    why: z._default(text(maxLength.text), ''),
  }),
  output: z.object({
    designer_id: rowId,
    role: z.enum(roles),
    suspended_until: z.nullable(timestamp),
    is_closed: flag,
  }),
  needsConfirm: ['role', 'closed'],
})

export const create = endpoint({
  method: 'POST',
  path: '/api/admin/members',
  who: 'can roles',
  summary:
    'Make an account without a membership and mail the link to set its password; one that is there with this role and address is left alone',
  input: z.object({
    username: requiredText('Username is required'),
    role: z.enum(roles, `A role is one of ${roles.join(', ')}.`),
    email: emailAddress,
    why: optionalWhy,
  }),
  output: z.object({
    designer_id: rowId,
    /** 0 where the account was there, and no letter is sent. */
    is_new: flag,
  }),
  needsConfirm: true,
})

export const sendPassword = endpoint({
  method: 'POST',
  path: '/api/admin/members/password',
  who: 'can mails',
  summary: 'Mail a member the link to set a new password',
  input: z.object({ designer_id: id }),
  output: z.object({ designer_id: rowId }),
})

const person = z.object({
  designer_id: rowId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  member_since: timestamp,
  passkey_ct: count,
  /** Whether an authenticator app is active. */
  totp: flag,
  recovery_left: count,
  /** The role, or a seat on a jury at work, demands a second factor, which the account lacks. */
  lacks_factor: flag,
})
export type Person = z.output<typeof person>

export const peopleSorts = ['newest', 'oldest', 'name', 'name-down'] as const
const workingRoles = roles.filter(role => role !== 'member')

export const people = endpoint({
  method: 'GET',
  path: '/api/admin/people',
  who: 'can roles',
  summary: 'Who works for the site, staff and jurors, and the second factors each has',
  input: z.object({
    ...deskList(peopleSorts),
    role: z.optional(z.enum(workingRoles, `role may be ${workingRoles.join(', ')}.`)),
    factor: z.optional(z.enum(['set', 'none'], 'factor may be set or none.')),
  }),
  output: listOf(person),
  csv: [
    'designer_id',
    'username',
    'name',
    'email',
    'role',
    'member_since',
    'passkey_ct',
    'totp',
    'recovery_left',
    'lacks_factor',
  ],
  hasAddresses: true,
})

export const resetFactors = endpoint({
  method: 'POST',
  path: '/api/admin/members/reset-factor',
  who: 'can roles',
  summary: 'Remove every factor of a member who has lost them; ends all of the member’s sessions',
  needsConfirm: true,
  input: z.object({ designer_id: id, why: requiredWhy }),
  output: factors,
})
