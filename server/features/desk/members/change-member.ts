import type { FastifyBaseLogger } from 'fastify'
import type { core } from 'zod/mini'
import type { update } from '../../../../shared/api/desk/members.ts'
import { transaction } from '../../../db/connect.ts'
import { HttpError } from '../../../http/errors.ts'
import type { Services } from '../../../services.ts'
import type { Actor } from '../../history/queries.ts'
import { closeMemberIn } from '../../members/close-member.ts'
import { noteOnMember } from '../../members/note-on-member.ts'
import { setRole } from '../../members/set-role.ts'
import { removePictures } from '../../pictures/remove-pictures.ts'
import { suspendMember } from '../../reports/decide-by-hand.ts'

type Input = core.output<(typeof update)['input']>

/** Refuses input that is wrong by itself, before the database is asked. */
export function checkChange({ role, suspended_until, closed, note, why }: Input, now: Date) {
  const needsReason = [role, suspended_until ?? undefined, closed, note].some(value => value !== undefined)
  const errors: Record<string, string> = {}
  if (!needsReason && suspended_until === undefined) errors.body = 'Say what to change.'
  if (needsReason && !why.trim()) errors.why = 'Say why.'
  if (suspended_until && new Date(suspended_until) <= now)
    errors.suspended_until = 'The suspension must end in the future.'
  const [first] = Object.values(errors)
  if (first) throw new HttpError(400, first, { errors })
}

/** Makes all given changes of an account in one transaction. */
export async function changeMember(
  services: Pick<Services, 'db' | 'files' | 'now' | 'publicUrl'>,
  input: Input,
  { actor, log }: { actor: Actor; log: FastifyBaseLogger },
) {
  const { db, now, files, publicUrl } = services
  const { designer_id, role, suspended_until, closed, note, why } = input
  const pictures = await transaction(db, async trx => {
    const inside = { db: trx, now, publicUrl }
    if (note !== undefined) await noteOnMember(inside, { designer_id, note, why }, actor)
    if (role !== undefined) await setRole(inside, { designer_id, role, why }, actor)
    if (suspended_until !== undefined) {
      const until = suspended_until === null ? null : new Date(suspended_until)
      await suspendMember(inside, { designer_id, until, why, field: 'suspended_until' }, actor)
    }
    return closed ? closeMemberIn(trx, { designer_id, why, now: now() }, actor) : []
  })
  await removePictures({ db, files }, pictures, log)
}
