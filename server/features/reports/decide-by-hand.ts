import { transaction } from '../../db/connect.ts'
import { HttpError, requireWhy } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import type { Actor } from '../history/queries.ts'
import { decideHiding, decideSubject, decideSuspension } from './decision/decide.ts'
import { type Context, readSubject } from './decision/facts.ts'
import { writeDecision } from './decision/write.ts'
import type { HideableKey } from './queries.ts'
import { requireFuture } from './require.ts'

// Decisions of staff without a report.

type Deciding = Pick<Services, 'db' | 'now' | 'publicUrl'>

/** Suspends a member until a moment, or lifts it (null), and tells them why with a link to an appeal. */
export async function suspendMember(
  { db, now, publicUrl }: Deciding,
  input: { designer_id: number; until: Date | null; why: string; field?: string },
  actor: Actor,
) {
  const { designer_id, until } = input
  const at = now()
  const why = until ? requireWhy(input.why) : input.why.trim().slice(0, 200)
  if (until) requireFuture(until, at, input.field)
  const key = { kind: 'designer', id: designer_id } as const
  await transaction(db, async trx => {
    const context: Context = { trx, at, publicUrl, actor, why }
    const facts = await readSubject(context, key, 'suspend', [])
    await writeDecision(context, facts, decideSuspension(facts, until))
  })
}

/** Hides a subject or shows it again. Hiding tells its owner why; the same state again changes nothing. */
export async function setHidden(
  { db, now, publicUrl }: Deciding,
  input: HideableKey & { state: 0 | 1; why: string },
  actor: Actor,
) {
  const { kind, id, state } = input
  const why = state ? requireWhy(input.why) : input.why.trim().slice(0, 200)
  const at = now()
  await transaction(db, async trx => {
    const context: Context = { trx, at, publicUrl, actor, why }
    const facts = await readSubject(context, { kind, id }, 'hide', [])
    if (!facts.subject) throw notFound(kind)
    await writeDecision(context, facts, decideHiding(facts, state === 1))
  })
}

/** Removes a shown comment, and tells its writer why, with a link to an appeal. */
export async function removeShownComment(
  { db, now, publicUrl }: Deciding,
  input: { id: number; why: string },
  actor: Actor,
) {
  const why = requireWhy(input.why)
  const at = now()
  await transaction(db, async trx => {
    const context: Context = { trx, at, publicUrl, actor, why }
    const facts = await readSubject(context, { kind: 'comment', id: input.id }, 'remove', [])
    if (!facts.subject || facts.subject.hidden_by) throw notFound('comment')
    await writeDecision(context, facts, decideSubject(facts, { outcome: 'remove' }))
  })
}

const nouns: Record<HideableKey['kind'], string> = {
  logo: 'Logo',
  comment: 'Comment',
  collection: 'Collection',
}
const notFound = (kind: HideableKey['kind']) => new HttpError(404, `${nouns[kind]} not found`)
