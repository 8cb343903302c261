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

/** Changes that were asked for at `since` or later and not undone, the first one first. */
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
      'member_since',
    ])
    .executeTakeFirstOrThrow()
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
      sql<number | null>`(select position from profile_logo
        where profile_logo.logo_id = logo.logo_id and profile_logo.designer_id = logo.designer_id)`.as(
        'profile_position',
      ),
      sql<string[]>`array(select book.series || ' ' || book.number from award join book using (book_id)
        where award.logo_id = logo.logo_id and book.state = 'published' order by book.series, book.number)`.as(
        'awards',
      ),
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
      sql<{ logo_id: number; title: string; company: string }[]>`coalesce((
        select json_agg(json_build_object('logo_id', logo.logo_id, 'title', logo.title, 'company', company)
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
    ])
    .orderBy('paid_at')
    .execute()
  const gift_cards = await db
    .selectFrom('gift_card')
    .where('redeemed_by', '=', designerId)
    .select(['last4', 'term_months', 'redeemed_at'])
    .orderBy('redeemed_at')
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
  return {
    account,
    logos,
    collections,
    likes,
    comments,
    following,
    followers,
    memberships,
    subscriptions,
    payments,
    gift_cards,
    activity,
    email_changes,
    sessions,
  }
}
