import {
  create,
  find,
  people,
  resetFactors as resetFactorsCall,
  sendPassword,
  update,
} from '../../../../shared/api/desk/members.ts'
import { HttpError } from '../../../http/errors.ts'
import { type Context, route } from '../../../http/serve.ts'
import { pageOf } from '../../../lib/page-of-rows.ts'
import { actorOf, canOf, type Viewer } from '../../../viewer.ts'
import { findFactors, resetFactors } from '../../factors/change-factors.ts'
import { createMember } from '../../members/create-member.ts'
import { sendPasswordLetter } from '../../members/send-password-letter.ts'
import { changeMember, checkChange } from './change-member.ts'
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

export const deskMembersRoutes = [
  route(find, async ({ db, now, input, viewer, isCounted }) => {
    const { designer_id, page, page_size, sort, ...filters } = input
    if (designer_id !== undefined) return describe(db, designer_id, now())
    // Staff who neither write mails nor give roles see an address on one member's page only.
    const seesAddresses = canOf(viewer).some(ability => ability === 'mails' || ability === 'roles')
    return pageOf(
      { isCounted },
      async () => {
        const accounts = await listAccounts(db, filters, { page, page_size, sort }, now())
        return accounts.map(account => ({ ...account, email: seesAddresses ? account.email : null }))
      },
      () => countAccounts(db, filters, now()),
    )
  }),

  route(update, async context => {
    const { db, now, input, viewer, request } = context
    const { designer_id, role, suspended_until, closed } = input
    if (role !== undefined || closed !== undefined) requireAdmin(viewer)
    if (suspended_until !== undefined) requireSuspend(viewer)
    checkChange(input, now())
    await changeMember(context, input, { actor: actorOf(viewer), log: request.log })
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

  route(resetFactorsCall, async context => {
    const { db, input, viewer } = context
    await resetFactors(context, input, actorOf(viewer))
    return findFactors(db, input.designer_id)
  }),

  route(people, ({ db, hasDemoData, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listPeople(db, input, input, hasDemoData),
      () => countPeople(db, input),
    ),
  ),
]

function requireAdmin({ role }: Viewer) {
  if (role !== 'admin') throw new HttpError(403, 'This is for administrators.')
}

function requireSuspend(viewer: Viewer) {
  if (!canOf(viewer).includes('suspend')) throw new HttpError(403, 'Your role can’t suspend anyone.')
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
