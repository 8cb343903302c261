-- Counts and activity are written by statement triggers, inside the very statement that changes the rows they
-- count: whatever path a row takes (a call, a cascade, a bulk load), count and rows cannot part.
-- Rows are locked in one order everywhere, so that no two statements wait for each other:
-- logo, collection, designer (by ascending id), total.

create function lock_designers(ids integer[]) returns void language sql as $$
  select 1 from designer where designer_id = any (ids) order by designer_id for no key update
$$;

create function lock_logos(ids integer[]) returns void language sql as $$
  select 1 from logo where logo_id = any (ids) order by logo_id for no key update
$$;

-- logos -> designer.logo_ct, total.logo_ct ------------------------------------------------------------------

create function after_logo_change() returns trigger language plpgsql as $$
begin
  perform lock_designers(array(select distinct designer_id from changed));
  update designer set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed group by designer_id) c
  where designer.designer_id = c.designer_id;
  update total set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select count(*)::int as n from changed) c where n > 0;
  return null;
end $$;

create trigger logo_insert after insert on logo referencing new table as changed
  for each statement execute function after_logo_change();
create trigger logo_delete after delete on logo referencing old table as changed
  for each statement execute function after_logo_change();

-- likes -> logo.like_ct, designer.like_ct, activity ---------------------------------------------------------

create function after_like_change() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  update logo set like_ct = like_ct + case tg_op when 'INSERT' then n else -n end
  from (select logo_id, count(*)::int as n from changed group by logo_id) c where logo.logo_id = c.logo_id;
  perform lock_designers(array(select distinct designer_id from changed));
  update designer set like_ct = like_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed group by designer_id) c
  where designer.designer_id = c.designer_id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, logo_id, created_at)
    select logo.designer_id, changed.designer_id, 'like', logo_id, changed.created_at
    from changed join logo using (logo_id) where logo.designer_id <> changed.designer_id;
  else
    delete from activity using changed
    where activity.type = 'like' and activity.actor_id = changed.designer_id
      and activity.logo_id = changed.logo_id;
  end if;
  return null;
end $$;

create trigger like_insert after insert on logo_like referencing new table as changed
  for each statement execute function after_like_change();
create trigger like_delete after delete on logo_like referencing old table as changed
  for each statement execute function after_like_change();

-- views -> logo.view_ct (views are cleared after a while; the count stays) ------------------------------------

create function after_view_insert() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  update logo set view_ct = view_ct + n
  from (select logo_id, count(*)::int as n from changed group by logo_id) c where logo.logo_id = c.logo_id;
  return null;
end $$;

create trigger view_insert after insert on logo_view referencing new table as changed
  for each statement execute function after_view_insert();

-- collections -> designer.collection_ct, public_collection_ct ------------------------------------------------

create function after_collection_change() returns trigger language plpgsql as $$
declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform lock_designers(array(select distinct designer_id from changed));
  update designer set collection_ct = collection_ct + sign * n, public_collection_ct = public_collection_ct + sign * p
  from (select designer_id, count(*)::int as n, (count(*) filter (where is_public))::int as p
        from changed group by designer_id) c
  where designer.designer_id = c.designer_id;
  return null;
end $$;

create trigger collection_insert after insert on collection referencing new table as changed
  for each statement execute function after_collection_change();
create trigger collection_delete after delete on collection referencing old table as changed
  for each statement execute function after_collection_change();

-- A collection that turns private takes its saves out of the feeds; one that turns public brings them back.
create function after_collection_update() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from after_update a join before_update b using (collection_id) where a.is_public <> b.is_public)
  then return null; end if;
  perform lock_designers(array(select distinct designer_id from after_update));
  update designer set public_collection_ct = public_collection_ct + n
  from (select a.designer_id, sum(a.is_public::int - b.is_public::int)::int as n
        from after_update a join before_update b using (collection_id) group by a.designer_id) c
  where designer.designer_id = c.designer_id and n <> 0;
  delete from activity using after_update a join before_update b using (collection_id)
  where activity.collection_id = a.collection_id and b.is_public and not a.is_public;
  insert into activity (designer_id, actor_id, type, logo_id, collection_id, created_at)
  select logo.designer_id, a.designer_id, 'save', logo_id, a.collection_id, collection_logo.created_at
  from after_update a join before_update b using (collection_id)
  join collection_logo using (collection_id) join logo using (logo_id)
  where a.is_public and not b.is_public and logo.designer_id <> a.designer_id;
  return null;
end $$;

create trigger collection_update after update on collection
  referencing old table as before_update new table as after_update
  for each statement execute function after_collection_update();

-- saves -> logo.collection_ct, collection.logo_ct, activity --------------------------------------------------

create function after_save_change() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  update logo set collection_ct = collection_ct + case tg_op when 'INSERT' then n else -n end
  from (select logo_id, count(*)::int as n from changed group by logo_id) c where logo.logo_id = c.logo_id;
  perform 1 from collection where collection_id in (select collection_id from changed)
    order by collection_id for no key update;
  update collection set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select collection_id, count(*)::int as n from changed group by collection_id) c
  where collection.collection_id = c.collection_id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, logo_id, collection_id, created_at)
    select logo.designer_id, collection.designer_id, 'save', logo_id, collection_id, changed.created_at
    from changed join collection using (collection_id) join logo using (logo_id)
    where collection.is_public and logo.designer_id <> collection.designer_id;
  else
    delete from activity using changed
    where activity.type = 'save' and activity.collection_id = changed.collection_id
      and activity.logo_id = changed.logo_id;
  end if;
  return null;
end $$;

create trigger save_insert after insert on collection_logo referencing new table as changed
  for each statement execute function after_save_change();
create trigger save_delete after delete on collection_logo referencing old table as changed
  for each statement execute function after_save_change();

-- comments -> logo.comment_ct, activity (the activity of a removed comment goes by its foreign key) ----------

create function after_comment_change() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  update logo set comment_ct = comment_ct + case tg_op when 'INSERT' then n else -n end
  from (select logo_id, count(*)::int as n from changed group by logo_id) c where logo.logo_id = c.logo_id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, logo_id, comment_id, created_at)
    select logo.designer_id, changed.designer_id, 'comment', logo_id, comment_id, changed.created_at
    from changed join logo using (logo_id) where logo.designer_id <> changed.designer_id;
  end if;
  return null;
end $$;

create trigger comment_insert after insert on comment referencing new table as changed
  for each statement execute function after_comment_change();
create trigger comment_delete after delete on comment referencing old table as changed
  for each statement execute function after_comment_change();

-- follows -> designer.follower_ct, following_ct, activity ----------------------------------------------------

create function after_follow_change() returns trigger language plpgsql as $$
declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform lock_designers(array(select follower_id from changed union select followed_id from changed));
  update designer set follower_ct = follower_ct + sign * followers, following_ct = following_ct + sign * following
  from (select id, sum(followers)::int as followers, sum(following)::int as following
        from (select followed_id as id, 1 as followers, 0 as following from changed
              union all select follower_id, 0, 1 from changed) both_ends
        group by id) c
  where designer.designer_id = c.id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, created_at)
    select followed_id, follower_id, 'follow', created_at from changed;
  else
    delete from activity using changed
    where activity.type = 'follow' and activity.actor_id = changed.follower_id
      and activity.designer_id = changed.followed_id;
  end if;
  return null;
end $$;

create trigger follow_insert after insert on follow referencing new table as changed
  for each statement execute function after_follow_change();
create trigger follow_delete after delete on follow referencing old table as changed
  for each statement execute function after_follow_change();

-- awards -> designer.award_ct --------------------------------------------------------------------------------

create function after_award_change() returns trigger language plpgsql as $$
begin
  perform lock_designers(array(select distinct designer_id from changed join logo using (logo_id)));
  update designer set award_ct = award_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed join logo using (logo_id) group by designer_id) c
  where designer.designer_id = c.designer_id;
  return null;
end $$;

create trigger award_insert after insert on award referencing new table as changed
  for each statement execute function after_award_change();
create trigger award_delete after delete on award referencing old table as changed
  for each statement execute function after_award_change();
