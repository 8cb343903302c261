import { sql } from 'kysely'
import { keptActivity } from '../shared/rules/limits.ts'

/** Whether a designer's feed keeps an item of that time, as clearOldActivity() does. */
const isKept = (designer: string, at: string) => sql`(
  ${sql.ref(at)} > now() - make_interval(days => ${sql.lit(keptActivity.days)}) or ${sql.lit(keptActivity.items)} > (
    select count(*) from activity where designer_id = ${sql.ref(designer)} and created_at > ${sql.ref(at)}))`

/** Every count beside what it counts, where the two differ. */
export const wrongCounts = sql<{ what: string; id: number }>`
  select 'logo' as what, logo_id as id from logo
  where like_ct <> (select count(*) from logo_like where logo_id = logo.logo_id)
    or collection_ct <> (select count(*) from collection_logo join collection using (collection_id)
      where collection_logo.logo_id = logo.logo_id and collection.hidden_at is null)
    or comment_ct <> (select count(*) from comment where logo_id = logo.logo_id and comment.hidden_at is null)
  union all
  select 'collection', collection_id from collection
  where logo_ct <> (select count(*) from collection_logo join logo using (logo_id)
    where collection_id = collection.collection_id and logo.hidden_at is null)
  union all
  select 'designer', designer_id from designer
  where logo_ct <> (select count(*) from logo where designer_id = designer.designer_id and hidden_at is null)
    or like_ct <> (select count(*) from logo_like join logo using (logo_id)
      where logo_like.designer_id = designer.designer_id and hidden_at is null)
    or follower_ct <> (select count(*) from follow where followed_id = designer.designer_id)
    or following_ct <> (select count(*) from follow where follower_id = designer.designer_id)
    or collection_ct <> (select count(*) from collection where designer_id = designer.designer_id and hidden_at is null)
    or public_collection_ct <> (select count(*) from collection where designer_id = designer.designer_id and is_public
      and hidden_at is null)
    or award_ct <> (select count(*) from award join logo using (logo_id) where logo.designer_id = designer.designer_id
      and hidden_at is null)
  union all
  select 'total', 0 from total where logo_ct <> (select count(*) from logo where hidden_at is null)
  union all
  select 'week', coalesce(u.week, c.week) - date '2000-01-01' from upload_week u
  full join (select week_of(upload_date) as week, count(*) as n from logo where hidden_at is null group by 1) c on c.week = u.week
  where coalesce(u.logo_ct, 0) <> coalesce(c.n, 0)
  union all
  select 'activity', activity_id::int from activity
  where case type
    when 'like' then not exists (select 1 from logo_like join logo using (logo_id)
      where hidden_at is null and logo_id = activity.logo_id and logo_like.designer_id = activity.actor_id)
    when 'save' then not exists (select 1 from collection_logo join collection using (collection_id)
      join logo using (logo_id) where logo.hidden_at is null and collection.hidden_at is null
      and collection_logo.logo_id = activity.logo_id and collection_id = activity.collection_id and is_public)
    when 'comment' then not exists (select 1 from comment join logo using (logo_id)
      where comment_id = activity.comment_id and comment.hidden_at is null and logo.hidden_at is null)
    else not exists (select 1 from follow
      where follower_id = activity.actor_id and followed_id = activity.designer_id) end
  union all
  select 'activity twice', min(activity_id)::int from activity
  group by actor_id, type, logo_id, collection_id, comment_id, designer_id having count(*) > 1
  union all
  select 'like without activity', logo_id from logo_like join logo using (logo_id)
  where hidden_at is null and logo.designer_id <> logo_like.designer_id
    and ${isKept('logo.designer_id', 'logo_like.created_at')} and not exists (select 1 from activity
    where type = 'like' and actor_id = logo_like.designer_id and logo_id = logo_like.logo_id)
  union all
  select 'save without activity', collection_logo.logo_id
  from collection_logo join collection using (collection_id) join logo using (logo_id)
  where is_public and collection.hidden_at is null and logo.hidden_at is null
    and logo.designer_id <> collection.designer_id
    and ${isKept('logo.designer_id', 'collection_logo.created_at')} and not exists (select 1 from activity
    where type = 'save' and collection_id = collection.collection_id and logo_id = collection_logo.logo_id)
  union all
  select 'comment without activity', comment_id
  from comment join logo using (logo_id)
  where comment.hidden_at is null and logo.hidden_at is null and logo.designer_id <> comment.designer_id
    and ${isKept('logo.designer_id', 'comment.created_at')}
    and not exists (select 1 from activity where activity.comment_id = comment.comment_id)
  union all
  select 'search', coalesce(logo.logo_id, logo_search.logo_id)
  from (select logo_id from logo where hidden_at is null) logo full join logo_search using (logo_id)
  where logo.logo_id is null or logo_search.logo_id is null`
