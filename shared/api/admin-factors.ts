import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { requiredWhy } from './desk-fields.ts'
import { factors } from './factors.ts'
import { id } from './fields.ts'

export const reset = endpoint({
  method: 'POST',
  path: '/api/admin/members/reset-factor',
  who: 'can roles',
  summary: 'Remove every factor of a member who has lost them; ends all of the member’s sessions',
  needsConfirm: true,
  input: z.object({ designer_id: id, why: requiredWhy }),
  output: factors,
})
