import { sql } from 'kysely'
import type { Role } from '../../../shared/rules/roles.ts'
import { findInWords } from '../../../shared/staff-acts.ts'
import type { Db } from '../../db/connect.ts'
import { offset } from '../../db/fragments.ts'
import { containing } from '../../lib/like.ts'

/** Who acts: somebody of staff who is signed in, or the operator at the shell. */
export type Actor = { designer_id: number | null; origin: 'web' | 'shell' }

/** Who gives time or gift cards: support has limits. The shell acts as an administrator. */
export type Giver = Actor & { role: Role }

export type Act = {
  /** Such as 'books.state'. */
  what: string
  /** The kind of thing that it was done to, such as 'book' or 'designer'. */
  kind: string
  id: number
  before?: unknown
  after?: unknown
  why?: string | undefined
}

/** Records an act of staff, in the transaction of the act itself. */
export async function recordAct(trx: Db, actor: Actor, act: Act, now: Date) {
  await trx
    .insertInto('staff_act')
    .values({
      at: now,
      designer_id: actor.designer_id,
      origin: actor.origin,
      what: act.what,
      kind: act.kind,
      subject_id: act.id,
      before: act.before === undefined ? null : JSON.stringify(act.before),
      after: act.after === undefined ? null : JSON.stringify(act.after),
      why: act.why ?? '',
    })
    .execute()
}

/** The username of an account that staff closed, as it was written. */
export async function findClosedUsername(db: Db, username: string): Promise<string | undefined> {
  const name = sql<string>`before ->> 'username'`
  const act = await db
    .selectFrom('staff_act')
    .where('what', '=', 'members.close')
    .where(sql<string>`lower(${name})`, '=', username.toLowerCase())
    .select(name.as('username'))
    .limit(1)
    .executeTakeFirst()
  return act?.username
}

/** Acts on one subject, newest first. */
export function listActs(db: Db, kind: Act['kind'], id: number) {
  return db
    .selectFrom('staff_act')
    .leftJoin('designer', 'designer.designer_id', 'staff_act.designer_id')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .select(['act_id', 'at', 'designer.username as who', 'origin', 'what', 'before', 'after', 'why'])
    .orderBy('act_id', 'desc')
    .execute()
}

type HistoryFilters = {
  /** Acts of this account only, and nothing of the ledger. */
  by?: number | undefined
  q?: string | undefined
  from?: 'web' | 'shell' | 'ledger' | undefined
  /** Acts on this account. */
  designer_id?: number | undefined
}

/** Whether an act, as it is stored or as the desk says it, has these words. */
function hasWords(q: string) {
  const { acts, facts } = findInWords(q)
  return sql<boolean>`(
    concat_ws(' ', what, translate(what, '._-', '   '), name, kind || ' ' || id, why, before, after,
      coalesce(who, case "from" when 'shell' then 'command line' else 'the program' end)) ilike ${containing(q)}
    or what = any(${acts}::text[])
    or jsonb_typeof(before) = 'object' and before ?| ${facts}::text[]
    or jsonb_typeof(after) = 'object' and after ?| ${facts}::text[])`
}

/** Acts of staff and the audit of the ledger as one table. */
function selectHistory(db: Db, { by, q, from, designer_id }: HistoryFilters) {
  return db
    .selectFrom(
      sql<{
        history_id: number
        at: Date
        who: string | null
        from: 'web' | 'shell' | null
        what: string
        kind: string
        id: number
        name: string | null
        before: unknown
        after: unknown
        why: string
        by: number | null
      }>`(
        select (act_id * 2)::float8 as history_id, at, actor.username as who, origin as "from", what, kind, subject_id as id,
          case kind when 'designer' then subject.username when 'logo' then logo.title when 'book' then book.title end as name,
          before, after, why, staff_act.designer_id as by
        from staff_act
        left join designer actor on actor.designer_id = staff_act.designer_id
        left join designer subject on kind = 'designer' and subject.designer_id = subject_id
        left join logo on kind = 'logo' and logo.logo_id = subject_id
        left join book on kind = 'book' and book.book_id = subject_id
        union all
        select (audit_id * 2 + 1)::float8, at, null, null, what, 'designer', coalesce(ledger_audit.designer_id, 0), username,
          null, detail || case when subscription_id is null then '{}'::jsonb
            else jsonb_build_object('subscription_id', subscription_id) end, '', null
        from ledger_audit left join designer using (designer_id)
      )`.as('history'),
    )
    .$if(by !== undefined, query => query.where('by', '=', by!))
    .$if(from === 'ledger', query => query.where('from', 'is', null))
    .$if(from === 'web' || from === 'shell', query => query.where('from', '=', from as 'web' | 'shell'))
    .$if(designer_id !== undefined, query =>
      query.where('kind', '=', 'designer').where('id', '=', designer_id!),
    )
    .$if(!!q, query => query.where(hasWords(q ?? '')))
}

/** A page of the history, the newest first unless the oldest is asked for. */
export function listHistory(
  db: Db,
  filters: HistoryFilters,
  { page, page_size, sort }: { page: number; page_size: number; sort?: 'newest' | 'oldest' | undefined },
) {
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  return selectHistory(db, filters)
    .select(['history_id', 'at', 'who', 'from', 'what', 'kind', 'id', 'name', 'before', 'after', 'why'])
    .orderBy('at', direction)
    .orderBy('history_id', direction)
    .limit(page_size)
    .offset(offset({ page, page_size }))
    .execute()
}

export async function countHistory(db: Db, filters: HistoryFilters): Promise<number> {
  const { count } = await selectHistory(db, filters)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether someone of staff, or the shell (null), has looked for this address since then. */
export async function hasSearched(db: Db, actorId: number | null, q: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('staff_act')
    .where('designer_id', actorId === null ? 'is' : '=', actorId)
    .where('what', '=', 'members.find')
    .where('at', '>', since)
    .where(sql<boolean>`after = ${JSON.stringify(q)}::jsonb`)
    .select('act_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
