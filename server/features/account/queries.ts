import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { selectActivity } from '../../db/fragments.ts'
import type { Database } from '../../db/types.ts'
import { confirmMs, restoreMs } from './messages.ts'

/** A designer's contact data, for themselves only. */
export function findContactInfo(db: Db, designerId: number, now: Date) {
  return db
    .selectFrom('designer')
    .leftJoin('email_change', join =>
      join
        .onRef('email_change.designer_id', '=', 'designer.designer_id')
        .on('email_change.state', '=', 'waiting')
        .on('email_change.created_at', '>', new Date(now.getTime() - confirmMs)),
    )
    .where('designer.designer_id', '=', designerId)
    .select(['email', 'phone', 'address1', 'address2', 'city', 'designer.state', 'zip', 'country'])
    .select('email_change.new_email as pending_email')
    .executeTakeFirstOrThrow()
}

/** Locks a designer's row until the transaction ends, which serialises changes of the account. */
export function lockAccount(db: Db, designerId: number) {
  return db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is', null)
    .select(['designer_id', 'email', 'username', 'first_name', 'avatar'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateDesigner(db: Db, designerId: number, facts: Updateable<Database['designer']>) {
  await db.updateTable('designer').set(facts).where('designer_id', '=', designerId).execute()
}

export type EmailChange = NonNullable<Awaited<ReturnType<typeof findEmailChange>>>

export async function insertEmailChange(db: Db, change: Insertable<Database['email_change']>) {
  await db.insertInto('email_change').values(change).execute()
}

/** The change of an email address that a link names. */
export function findEmailChange(db: Db, link: { confirm_hash: Buffer } | { restore_hash: Buffer }) {
  return db
    .selectFrom('email_change')
    .where(eb => eb.and(link))
    .select(['email_change_id', 'designer_id', 'old_email', 'new_email', 'state', 'created_at'])
    .executeTakeFirst()
}

/** Deletes the pending change, if there is one. */
export async function withdrawEmailChange(db: Db, designerId: number) {
  await db
    .updateTable('email_change')
    .where('designer_id', '=', designerId)
    .where('state', '=', 'waiting')
    .set({ state: 'withdrawn' })
    .execute()
}

/** Changes that were asked for at `since` or later and not undone, oldest first. */
export const listEmailChangesSince = (db: Db, designerId: number, since: Date) =>
  db
    .selectFrom('email_change')
    .where('designer_id', '=', designerId)
    .where('created_at', '>=', since)
    .where('state', 'in', ['waiting', 'confirmed'])
    .select(['email_change_id', 'designer_id', 'old_email'])
    .orderBy('email_change_id')
    .execute()

/** Confirms a change, or undoes it together with all later ones. */
export async function setEmailChangeState(
  db: Db,
  change: { email_change_id: number; designer_id: number },
  state: 'confirmed' | 'restored',
) {
  await db
    .updateTable('email_change')
    .where('designer_id', '=', change.designer_id)
    .where('email_change_id', state === 'confirmed' ? '=' : '>=', change.email_change_id)
    .set({ state })
    .execute()
}

/** Deletes changes whose links have all expired. */
export async function clearOldEmailChanges(db: Db, now: Date) {
  await db
    .deleteFrom('email_change')
    .where('created_at', '<', new Date(now.getTime() - restoreMs))
    .execute()
}

/**
 * Sets the profile's logos, in this order. False, and nothing is written, if one of them is not the designer's own.
 * Needs a transaction: concurrent changes are serialised, and the last one stays.
 */
export async function replaceProfileLogos(db: Db, designerId: number, logoIds: number[]) {
  // Lock order: logos before designers, as everywhere.
  const own = await db
    .selectFrom('logo')
    .where('designer_id', '=', designerId)
    .where('logo_id', '=', sql<number>`any(${logoIds})`)
    .select('logo_id')
    .orderBy('logo_id')
    .forKeyShare()
    .execute()
  if (own.length < logoIds.length) return false
  await lockAccount(db, designerId)
  await db.deleteFrom('profile_logo').where('designer_id', '=', designerId).execute()
  if (logoIds.length)
    await db
      .insertInto('profile_logo')
      .values(logoIds.map((logo_id, i) => ({ designer_id: designerId, logo_id, position: i + 1 })))
      .execute()
  return true
}

/** Everything the archive of a member's data holds. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a flat list, one query for each table
export async function readEverything(db: Db, designerId: number) {
  const logos = await db
    .selectFrom('logo')
    .where('designer_id', '=', designerId)
    .select([
      'logo_id',
      'title',
      'filename',
      'description',
      'keywords',
      'keywords2',
      'designer',
      'art_director',
      'creative_director',
      'assoc_creative_director',
      'illustrator',
      'photographer',
      'client',
      'industry',
      'logotype',
      'upload_date',
      'view_ct as view_count',
      'like_ct',
      'collection_ct',
      'image',
      sql<{ image: string; replaced_at: string }[]>`(
        select coalesce(json_agg(json_build_object('image', image, 'replaced_at', replaced_at) order by replaced_at), '[]')
        from replaced_picture where replaced_picture.logo_id = logo.logo_id)`.as('replaced_pictures'),
      sql<{ filename: string; file: string } | null>`(
        select json_build_object('filename', filename, 'file', file) from vector where vector.logo_id = logo.logo_id)`.as(
        'vector',
      ),
      'hidden_at',
      'hidden_why',
      sql<number | null>`(select position from profile_logo
        where profile_logo.logo_id = logo.logo_id and profile_logo.designer_id = logo.designer_id)`.as(
        'profile_position',
      ),
      sql<string[]>`array(select book.series || ' ' || book.number from award join book using (book_id)
        where award.logo_id = logo.logo_id and book.state = 'published' order by book.series, book.number)`.as(
        'awards',
      ),
      sql<{ book: string; band: number | null }[]>`coalesce((
        select json_agg(json_build_object('book', book.slug,
          'band', case when book.state = 'published' then book_result.band end) order by book.slug)
        from entry join book using (book_id)
        left join book_result on book_result.book_id = entry.book_id and book_result.logo_id = entry.logo_id
        where entry.logo_id = logo.logo_id), '[]')`.as('entries'),
    ])
    .orderBy('upload_date', 'desc')
    .orderBy('logo_id', 'desc')
    .execute()
  const collections = await db
    .selectFrom('collection')
    .where('designer_id', '=', designerId)
    .select([
      'name',
      'description',
      'is_public',
      'created_at',
      'hidden_at',
      'hidden_why',
      sql<{ logo_id: number; title: string; company: string; note: string }[]>`coalesce((
        select json_agg(json_build_object('logo_id', logo.logo_id, 'title', logo.title, 'company', company,
            'note', collection_logo.note)
          order by collection_logo.created_at desc)
        from collection_logo join logo using (logo_id) join designer using (designer_id)
        where collection_logo.collection_id = collection.collection_id
          and (logo.hidden_at is null or logo.designer_id = ${designerId})), '[]')`.as('logos'),
    ])
    .orderBy('created_at', 'desc')
    .execute()
  const likes = await db
    .selectFrom('logo_like')
    .innerJoin('logo', 'logo.logo_id', 'logo_like.logo_id')
    .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
    .where('logo_like.designer_id', '=', designerId)
    .where(eb => eb.or([eb('logo.hidden_at', 'is', null), eb('logo.designer_id', '=', designerId)]))
    .select(['logo.logo_id', 'logo.title', 'designer.company', 'logo_like.created_at'])
    .orderBy('logo_like.created_at', 'desc')
    .execute()
  const comments = await db
    .selectFrom('comment')
    .innerJoin('logo', 'logo.logo_id', 'comment.logo_id')
    .where('comment.designer_id', '=', designerId)
    .select([
      'logo.logo_id',
      // The comment is the member's own; the name of another's hidden logo is not.
      sql<string>`case when logo.hidden_at is null or logo.designer_id = ${designerId} then logo.title else '' end`.as(
        'title',
      ),
      'comment.comment',
      'comment.created_at',
      'comment.hidden_at',
      'comment.hidden_why',
    ])
    .orderBy('comment.created_at', 'desc')
    .execute()
  const following = await db
    .selectFrom('follow')
    .innerJoin('designer', 'designer.designer_id', 'follow.followed_id')
    .where('follower_id', '=', designerId)
    .select(['designer.slug', 'designer.company', 'follow.created_at'])
    .orderBy('follow.created_at', 'desc')
    .execute()
  const followers = await db
    .selectFrom('follow')
    .innerJoin('designer', 'designer.designer_id', 'follow.follower_id')
    .where('followed_id', '=', designerId)
    .select(['designer.slug', 'designer.company', 'follow.created_at'])
    .orderBy('follow.created_at', 'desc')
    .execute()
  const blocked = await db
    .selectFrom('member_block')
    .innerJoin('designer', 'designer.designer_id', 'member_block.blocked_id')
    .where('blocker_id', '=', designerId)
    .select(['designer.slug', 'designer.company', 'member_block.created_at'])
    .orderBy('member_block.created_at', 'desc')
    .execute()
  const memberships = await db
    .selectFrom('membership_grant')
    .where('designer_id', '=', designerId)
    .select(['source', 'starts_on', 'ends_on', 'created_at', 'reversed_at'])
    .orderBy('starts_on')
    .execute()
  const subscriptions = await db
    .selectFrom('subscription')
    .where('designer_id', '=', designerId)
    .select(['subscription_id', 'plan', 'status', 'started_at', 'next_billing_time'])
    .orderBy('started_at')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .where('designer_id', '=', designerId)
    .select([
      'receipt_id',
      'payment_id',
      'subscription_id',
      'amount_cents',
      'currency',
      'status',
      'paid_at',
      'reversed_at',
      'payer',
      sql<{ amount_cents: number; refunded_at: string }[]>`coalesce((
        select json_agg(json_build_object('amount_cents', amount_cents, 'refunded_at', refunded_at) order by refunded_at)
        from refund where refund.payment_id = payment.payment_id), '[]')`.as('refunds'),
    ])
    .orderBy('paid_at')
    .execute()
  const gift_cards = await db
    .selectFrom('gift_card')
    .where('redeemed_by', '=', designerId)
    .select(['last4', 'term_months', 'redeemed_at'])
    .orderBy('redeemed_at')
    .execute()
  const purchases = await db
    .selectFrom('checkout_intent')
    .where('designer_id', '=', designerId)
    .select([
      'plan',
      'amount_cents',
      'affiliate',
      'starts_on',
      'subscription_id',
      'state',
      'refused_because',
      'created_at',
    ])
    .orderBy('created_at')
    .execute()
  const affiliate_codes = await db
    .selectFrom('affiliate')
    .where('designer_id', '=', designerId)
    .select(['code', 'created_at'])
    .orderBy('created_at')
    .execute()
  const affiliate_credits = await db
    .selectFrom('affiliate_credit')
    .where('designer_id', '=', designerId)
    .select(['code', 'created_at'])
    .execute()
  const activity = await selectActivity(db, designerId)
    .select([
      'activity.type',
      'activity.created_at',
      'actor.slug',
      'actor.company',
      'logo.title as logo',
      'collection.name as collection',
      'comment.comment',
    ])
    .execute()
  const email_changes = await db
    .selectFrom('email_change')
    .where('designer_id', '=', designerId)
    .select(['old_email', 'new_email', 'state', 'created_at'])
    .orderBy('created_at', 'desc')
    .execute()
  const sessions = await db
    .selectFrom('session')
    .where('designer_id', '=', designerId)
    .select(['created_at', 'last_seen_at', 'user_agent', 'address'])
    .orderBy('last_seen_at', 'desc')
    .execute()
  const account = await db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select([
      'username',
      'email',
      'first_name',
      'last_name',
      'company',
      'slug',
      'company_description',
      'phone',
      'address1',
      'address2',
      'city',
      'state',
      'zip',
      'country',
      'url',
      'facebook',
      'twitter',
      'instagram',
      'dribbble',
      'behance',
      'avatar',
      'role',
      'suspended_until',
      'affiliate',
      'member_since',
      'training',
    ])
    .executeTakeFirstOrThrow()
  return {
    account,
    logos,
    collections,
    likes,
    comments,
    following,
    followers,
    blocked,
    memberships,
    subscriptions,
    payments,
    purchases,
    gift_cards,
    affiliate_codes,
    affiliate_credits,
    activity,
    ...(await readModeration(db, designerId)),
    jury: await readJuryWork(db, designerId),
    email_changes,
    saved_searches: await readSavedSearches(db, designerId),
    helped_collections: await readHelpedCollections(db, designerId),
    emails: await readNotices(db, designerId),
    ...(await readFactors(db, designerId)),
    sessions,
  }
}

const readNotices = (db: Db, designerId: number) =>
  db
    .selectFrom('notice')
    .where('designer_id', '=', designerId)
    .select(['kind', 'frequency'])
    .orderBy('kind')
    .execute()

/** Collections of others that the member helps with. */
const readHelpedCollections = (db: Db, designerId: number) =>
  db
    .selectFrom('collection_helper')
    .innerJoin('collection', 'collection.collection_id', 'collection_helper.collection_id')
    .innerJoin('designer', 'designer.designer_id', 'collection.designer_id')
    .where('collection_helper.designer_id', '=', designerId)
    .where('collection.hidden_at', 'is', null)
    .select(['collection.name', 'designer.company', 'collection_helper.created_at'])
    .orderBy('collection_helper.created_at')
    .execute()

const readSavedSearches = (db: Db, designerId: number) =>
  db
    .selectFrom('saved_search')
    .where('designer_id', '=', designerId)
    .select(['name', 'query', 'created_at'])
    .orderBy('search_id')
    .execute()

/** What the member reported or appealed, and what was decided about the member, as their letters said it. */
async function readModeration(db: Db, designerId: number) {
  const reports = await db
    .selectFrom('report')
    .leftJoin('decision', 'decision.decision_id', 'report.decision_id')
    .where('reporter_id', '=', designerId)
    .select([
      'report.kind',
      'report.subject_id',
      'reason',
      'text',
      'original_url',
      'is_appeal',
      'created_at',
      'decision.decision',
      'decided_at',
      // The reason for a decision about another member is told to that member alone.
      sql<string | null>`case when is_appeal or decision = 'dismiss' then why end`.as('why'),
    ])
    .orderBy('created_at', 'desc')
    .execute()
  // Each decision that its owner was told has a link to an appeal.
  const decisions = await db
    .selectFrom('appeal_link')
    .innerJoin('decision', 'decision.decision_id', 'appeal_link.decision_id')
    .where('appeal_link.designer_id', '=', designerId)
    .where('decision', '<>', 'dismiss')
    .select(['kind', 'subject_id', 'decision', 'until', 'why', 'decided_at', 'undone_at'])
    .orderBy('decided_at', 'desc')
    .execute()
  return { reports, decisions }
}

/** What a juror did, by book. A title is empty where the logo is deleted, or is another member's and hidden. */
async function readJuryWork(db: Db, designerId: number) {
  const title = sql`case when logo.hidden_at is null or logo.designer_id = ${designerId} then logo.title else '' end`
  const ofSeat = (table: 'assignment' | 'juror_conflict' | 'entry_flag' | 'score') => {
    const each = sql.table(table)
    return sql`from ${each} left join logo on logo.logo_id = ${each}.logo_id
      where ${each}.book_id = juror.book_id and ${each}.number = juror.number`
  }
  const { rows } = await sql<{
    book: string
    named_at: Date
    left_at: Date | null
    declared: { slug: string; company: string }[]
    scores: { logo: string | null; round: number; score: number; scored_at: string }[]
    saved: string[]
    known: string[]
    flags: { logo: string | null; reason: string; text: string; at: string }[]
  }>`
    select book.slug as book, named_at, left_at,
      coalesce((select json_agg(json_build_object('slug', designer.slug, 'company', company) order by company)
        from juror_declaration join designer on designer.designer_id = juror_declaration.designer_id
        where juror_declaration.book_id = juror.book_id and juror_id = juror.designer_id), '[]') as declared,
      coalesce((select json_agg(json_build_object('logo', ${title}, 'round', round, 'score', score, 'scored_at', scored_at)
        order by n) ${ofSeat('score')}), '[]') as scores,
      array(select ${title} ${ofSeat('assignment')} and is_saved and taken_at is null) as saved,
      array(select ${title} ${ofSeat('juror_conflict')} and juror_conflict.reason = 'known') as known,
      coalesce((select json_agg(json_build_object('logo', ${title}, 'reason', reason, 'text', text, 'at', at)
        order by at) ${ofSeat('entry_flag')}), '[]') as flags
    from juror join book using (book_id) where juror.designer_id = ${designerId} order by named_at`.execute(
    db,
  )
  return rows
}

/** The member's ways to sign in, without their secrets. */
async function readFactors(db: Db, designerId: number) {
  const passkeys = await db
    .selectFrom('passkey')
    .where('designer_id', '=', designerId)
    .select(['name', 'created_at', 'last_used_at'])
    .orderBy('passkey_id')
    .execute()
  const authenticators = await db
    .selectFrom('totp')
    .where('designer_id', '=', designerId)
    .where('secret', 'is not', null)
    .select('added_at')
    .execute()
  const recovery_codes = await db
    .selectFrom('recovery_code')
    .where('designer_id', '=', designerId)
    .select('created_at')
    .execute()
  const api_tokens = await db
    .selectFrom('api_token')
    .where('designer_id', '=', designerId)
    .select(['name', 'scope', 'created_at', 'last_used_at'])
    .orderBy('token_id')
    .execute()
  const webhooks = await db
    .selectFrom('webhook')
    .where('designer_id', '=', designerId)
    .select(['url', 'events', 'is_paused', 'created_at'])
    .orderBy('webhook_id')
    .execute()
  return { passkeys, authenticators, recovery_codes, api_tokens, webhooks }
}
