import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { avatarUrl, selectLogos } from '../../db/fragments.ts'
import type { Viewer } from '../../viewer.ts'

/** A designer's profile as `viewer` sees it. The caller decides whether the names go out. */
export function findProfile(db: Db, by: { designer_id: number } | { slug: string }, viewer: Viewer) {
  return db
    .selectFrom('designer')
    .$if('slug' in by, q => q.where('slug', '=', (by as { slug: string }).slug))
    .$if('designer_id' in by, q => q.where('designer_id', '=', (by as { designer_id: number }).designer_id))
    .select([
      'designer_id',
      'slug',
      'company',
      'company_description',
      'url',
      'city',
      'state',
      'country',
      avatarUrl('designer').as('avatar_url'),
      'twitter',
      'facebook',
      'dribbble',
      'instagram',
      'behance',
      'follower_ct as follower_count',
      'following_ct as following_count',
      'logo_ct as logo_count',
      'award_ct as award_count',
      sql<number>`case when designer_id = ${viewer.id} then collection_ct else public_collection_ct end`.as(
        'collection_count',
      ),
      'member_since',
      sql<0 | 1>`(exists (select 1 from follow
        where follower_id = ${viewer.id} and followed_id = designer.designer_id))::int`.as('is_followed'),
      'first_name',
      'last_name',
    ])
    .executeTakeFirst()
}

/** The logos a designer chose for the profile, in their order; the newest ten where none are chosen. */
export async function listProfileLogos(db: Db, designerId: number, viewer: Viewer) {
  const chosen = await selectLogos(db, viewer)
    .innerJoin('profile_logo', 'profile_logo.logo_id', 'logo.logo_id')
    .where('profile_logo.designer_id', '=', designerId)
    .orderBy('profile_logo.position')
    .execute()
  if (chosen.length) return chosen
  return selectLogos(db, viewer)
    .where('logo.designer_id', '=', designerId)
    .orderBy('logo.upload_date', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .limit(10)
    .execute()
}
