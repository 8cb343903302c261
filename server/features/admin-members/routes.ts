import { create, find, people, sendPassword, update } from '../../../shared/api/admin-members.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { type Context, route } from '../../http/serve.ts'
import { actorOf, canOf, type Viewer } from '../../viewer.ts'
import { createMember } from '../members/create-member.ts'
import { setRole } from '../members/set-role.ts'
import { suspendMember } from '../reports/decide.ts'
import { closeMember, noteOnMember, sendPasswordLetter } from './act-on-member.ts'
import { noteSearch } from './note-search.ts'
import {
  countAccounts,
  countPeople,
  findAccountDetails,
  findLastSubscription,
  listAccounts,
  listGrantsOf,
  listLookalikes,
  listPeople,
  listTimeline,
} from './queries.ts'

export const adminMembersRoutes = [
  route(find, async ({ db, now, input, viewer }) => {
    const { designer_id, page, page_size, sort, ...filters } = input
    if (designer_id !== undefined) return describe(db, designer_id, now())
    await noteSearch({ db, now }, filters.q ?? '', actorOf(viewer))
    return {
      data: await listAccounts(db, filters, { page, page_size, sort }, now()),
      count: await countAccounts(db, filters, now()),
    }
  }),

  route(update, async context => {
    const { db, now, input, viewer, request } = context
    const { designer_id, role, suspended_until, closed, note, why } = input
    const needsReason = [role, suspended_until ?? undefined, closed, note].some(value => value !== undefined)
    if (!needsReason && suspended_until === undefined)
      throw new HttpError(400, 'Say what is to change.', { errors: { body: 'Say what is to change.' } })
    if (needsReason && !why) throw invalid('why', 'Say why.')
    if (role !== undefined || closed !== undefined) requireAdmin(viewer)
    if (suspended_until !== undefined) requireSuspend(viewer)
    const actor = actorOf(viewer)
    if (note !== undefined) await noteOnMember({ db, now }, { designer_id, note, why }, actor)
    if (role !== undefined) await setRole({ db, now }, { designer_id, role, why }, actor)
    if (suspended_until !== undefined) {
      const until = suspended_until === null ? null : new Date(suspended_until)
      await suspendMember(context, { designer_id, until, why, field: 'suspended_until' }, actor)
    }
    if (closed) await closeMember(context, { designer_id, why }, { actor, log: request.log })
    const account = await findAccountDetails(db, designer_id, now())
    if (!account) throw new HttpError(404, 'Member not found')
    return {
      designer_id,
      role: account.role,
      suspended_until: account.suspended_until,
      is_closed: account.closed_at ? (1 as const) : (0 as const),
    }
  }),

  route(create, async ({ db, now, publicUrl, input, viewer }) => {
    const { designer_id, isNew } = await createMember({ db, now, publicUrl }, input, actorOf(viewer))
    return { designer_id, is_new: isNew ? (1 as const) : (0 as const) }
  }),

  route(sendPassword, async ({ db, now, publicUrl, input, viewer }) => {
    await sendPasswordLetter({ db, now, publicUrl }, input.designer_id, actorOf(viewer))
    return input
  }),

  route(people, async ({ db, hasDemoData, input }) => ({
    data: await listPeople(db, input, input, hasDemoData),
    count: await countPeople(db, input),
  })),
]

function requireAdmin({ role }: Viewer) {
  if (role !== 'admin') throw new HttpError(403, 'This is for administrators.')
}

function requireSuspend(viewer: Viewer) {
  if (!canOf(viewer).includes('suspend')) throw new HttpError(403, 'Your role suspends nobody.')
}

async function describe(db: Context<typeof find>['db'], designerId: number, now: Date) {
  const account = await findAccountDetails(db, designerId, now)
  if (!account) throw new HttpError(404, 'Member not found')
  const { closed_at: _, ...facts } = account
  return {
    ...facts,
    subscription: (await findLastSubscription(db, designerId)) ?? null,
    grants: await listGrantsOf(db, designerId),
    lookalikes: await listLookalikes(db, designerId),
    timeline: await listTimeline(db, designerId),
  }
}
