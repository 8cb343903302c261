-- Moderation: what is hidden, who is suspended, who has blocked another, reports and the decisions on them.

-- A hidden row stays where it is, so that showing it again restores everything. It counts nowhere: the triggers below keep
-- every count as if it were deleted, except the counts on the hidden row itself. An empty reason: hidden until looked at.
alter table logo add hidden_at timestamptz, add hidden_why text check (length(hidden_why) <= 200), add removed_at timestamptz,
  add constraint logo_hidden check ((hidden_at is null) = (hidden_why is null) and (removed_at is null or hidden_at is not null));
alter table comment add hidden_at timestamptz, add hidden_why text check (length(hidden_why) <= 200), add removed_at timestamptz,
  add constraint comment_hidden check ((hidden_at is null) = (hidden_why is null) and (removed_at is null or hidden_at is not null));
alter table collection add hidden_at timestamptz, add hidden_why text check (length(hidden_why) <= 200), add removed_at timestamptz,
  add constraint collection_hidden check ((hidden_at is null) = (hidden_why is null) and (removed_at is null or hidden_at is not null));

create index logo_hidden_ids on logo (logo_id, (left(image, 32))) where hidden_at is not null;
create index comment_hidden_ids on comment (comment_id) where hidden_at is not null;
create index collection_hidden_ids on collection (collection_id) where hidden_at is not null;
drop index logo_fresh;
create index logo_fresh on logo (upload_date desc, logo_id desc) include (designer_id) where hidden_at is null;
create index comment_newest on comment (created_at desc, comment_id desc);

-- Entries whose logo was hidden when their book closed: they are in the next open book once the logo is shown again.
create table held_entry (
  logo_id integer primary key references logo on delete cascade,
  held_at timestamptz not null
);

alter table designer add suspended_until timestamptz;

create table block (
  blocker_id integer not null references designer on delete cascade,
  blocked_id integer not null references designer on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint block_not_oneself check (blocker_id <> blocked_id)
);
create index block_blocked_id on block (blocked_id);

-- Whether one of two designers has blocked the other.
create function is_blocked(a integer, b integer) returns boolean language sql stable as $$
  select exists (select from block where blocker_id = a and blocked_id = b)
    or exists (select from block where blocker_id = b and blocked_id = a)
$$;

-- What was decided about a thing, and why. `undone_at`: an appeal has undone it.
create table decision (
  decision_id integer generated always as identity primary key,
  kind text not null check (kind in ('logo', 'comment', 'designer', 'collection')),
  subject_id integer not null,
  decision text not null check (decision in ('dismiss', 'hide', 'show', 'remove', 'warn', 'suspend', 'restore')),
  until timestamptz,
  why text not null check (length(why) between 1 and 200),
  decided_by integer references designer,
  decided_at timestamptz not null,
  undone_at timestamptz
);
create index decision_subject on decision (kind, subject_id, decision_id);
create index decision_decided_by on decision (decided_by) where decided_by is not null;

create table report (
  report_id integer generated always as identity primary key,
  kind text not null check (kind in ('logo', 'comment', 'designer', 'collection')),
  subject_id integer not null,
  reason text not null check (reason in ('copied', 'rights', 'spam', 'abuse', 'illegal', 'other')),
  text text not null default '' check (length(text) <= 2000),
  original_url text check (length(original_url) <= 300),
  -- A member, the address of an outsider, or neither: what the program found by itself.
  reporter_id integer references designer,
  email text check (length(email) <= 254),
  found text,
  -- Whether the reporter was an active member then: three of these hide a comment until it is looked at.
  by_active_member boolean not null default false,
  -- An appeal names the decision it is against.
  is_appeal boolean not null default false,
  against integer references decision,
  decision_id integer references decision,
  created_at timestamptz not null,
  constraint report_from check (num_nonnulls(reporter_id, email, found) = 1),
  constraint report_appeal check (is_appeal = (against is not null))
);
create unique index report_member on report (kind, subject_id, reporter_id) where not is_appeal and reporter_id is not null;
create unique index report_outsider on report (kind, subject_id, lower(email)) where not is_appeal and email is not null;
create unique index report_found on report (kind, subject_id, found) where not is_appeal and found is not null;
create index report_open on report (report_id) where decision_id is null;
create index report_newest on report (created_at desc, report_id desc);
create index report_reporter_id on report (reporter_id) where reporter_id is not null;
create index report_against on report (against) where against is not null;
create index report_decision_id on report (decision_id) where decision_id is not null;

-- A mailed link to one appeal.
create table appeal_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  decision_id integer not null references decision,
  designer_id integer references designer,
  email text check (length(email) <= 254),
  used_at timestamptz,
  check (num_nonnulls(designer_id, email) = 1)
);
create index appeal_link_decision_id on appeal_link (decision_id);
create index appeal_link_designer_id on appeal_link (designer_id) where designer_id is not null;

alter table staff_act drop constraint staff_act_kind_check;
alter table staff_act add constraint staff_act_kind_check check (kind ~ '^[a-z_]{1,40}$');

-- Refuses a write on what is hidden or between members of whom one has blocked the other. The constraint's name tells which.
create function refuse_marks(name text, what text) returns void language plpgsql as $$
begin
  raise exception '%', what using errcode = 'integrity_constraint_violation', constraint = name;
end $$;

-- The logos and the owners that new likes, saves or comments meet. Call it after the logos are locked.
create function check_marks(logo_ids integer[], actor_ids integer[]) returns void language plpgsql as $$
begin
  if exists (select from logo where logo_id = any (logo_ids) and hidden_at is not null) then
    perform refuse_marks('logo_is_shown', 'The logo is hidden');
  end if;
  if exists (
    select from unnest(logo_ids, actor_ids) as mark (logo_id, actor_id) join logo using (logo_id)
    join block on blocker_id = actor_id and blocked_id = logo.designer_id
      or blocker_id = logo.designer_id and blocked_id = actor_id
  ) then
    perform refuse_marks('not_blocked', 'One has blocked the other');
  end if;
end $$;

create or replace function after_like_change() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  if tg_op = 'INSERT' then
    perform check_marks(array_agg(logo_id order by logo_id, designer_id), array_agg(designer_id order by logo_id, designer_id))
    from changed;
  end if;
  update logo set like_ct = like_ct + case tg_op when 'INSERT' then n else -n end
  from (select logo_id, count(*)::int as n from changed group by logo_id) c where logo.logo_id = c.logo_id;
  perform lock_designers(array(select distinct designer_id from changed));
  -- Hiding a logo has counted its likes out already.
  update designer set like_ct = like_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed
        where not exists (select from logo where logo.logo_id = changed.logo_id and hidden_at is not null)
        group by designer_id) c
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

create or replace function after_save_change() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  perform 1 from collection where collection_id in (select collection_id from changed)
    order by collection_id for no key update;
  if tg_op = 'INSERT' then
    perform check_marks(array_agg(logo_id order by logo_id, designer_id), array_agg(designer_id order by logo_id, designer_id))
    from changed join collection using (collection_id);
  end if;
  -- Saves in a hidden collection count nowhere.
  update logo set collection_ct = collection_ct + case tg_op when 'INSERT' then n else -n end
  from (select logo_id, count(*)::int as n from changed
        where not exists (select from collection
          where collection.collection_id = changed.collection_id and hidden_at is not null)
        group by logo_id) c where logo.logo_id = c.logo_id;
  update collection set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select collection_id, count(*)::int as n from changed
        where not exists (select from logo where logo.logo_id = changed.logo_id and hidden_at is not null)
        group by collection_id) c
  where collection.collection_id = c.collection_id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, logo_id, collection_id, created_at)
    select logo.designer_id, collection.designer_id, 'save', logo_id, collection_id, changed.created_at
    from changed join collection using (collection_id) join logo using (logo_id)
    where collection.is_public and collection.hidden_at is null and logo.designer_id <> collection.designer_id;
  else
    delete from activity using changed
    where activity.type = 'save' and activity.collection_id = changed.collection_id
      and activity.logo_id = changed.logo_id;
  end if;
  return null;
end $$;

create or replace function after_comment_change() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  if tg_op = 'INSERT' then
    perform check_marks(array_agg(logo_id order by comment_id), array_agg(designer_id order by comment_id)) from changed;
  end if;
  update logo set comment_ct = comment_ct + case tg_op when 'INSERT' then n else -n end
  from (select logo_id, count(*)::int as n from changed where hidden_at is null group by logo_id) c
  where logo.logo_id = c.logo_id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, logo_id, comment_id, created_at)
    select logo.designer_id, changed.designer_id, 'comment', logo_id, comment_id, changed.created_at
    from changed join logo using (logo_id) where logo.designer_id <> changed.designer_id;
  end if;
  return null;
end $$;

create or replace function after_follow_change() returns trigger language plpgsql as $$
declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform lock_designers(array(select follower_id from changed union select followed_id from changed));
  if tg_op = 'INSERT' and exists (
    select from changed join block on blocker_id = follower_id and blocked_id = followed_id
      or blocker_id = followed_id and blocked_id = follower_id
  ) then
    perform refuse_marks('not_blocked', 'One has blocked the other');
  end if;
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

create or replace function after_collection_change() returns trigger language plpgsql as $$
declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform lock_designers(array(select distinct designer_id from changed));
  update designer set collection_ct = collection_ct + sign * n, public_collection_ct = public_collection_ct + sign * p
  from (select designer_id, count(*)::int as n, (count(*) filter (where is_public))::int as p
        from changed where hidden_at is null group by designer_id) c
  where designer.designer_id = c.designer_id;
  return null;
end $$;

-- A change of `is_public` or `hidden_at`; other changes count nothing.
create or replace function after_collection_update() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from after_update a join before_update b using (collection_id)
    where a.is_public <> b.is_public or (a.hidden_at is null) <> (b.hidden_at is null))
  then return null; end if;
  update logo set collection_ct = collection_ct + n
  from (select logo_id, sum((a.hidden_at is null)::int - (b.hidden_at is null)::int)::int as n
        from after_update a join before_update b using (collection_id) join collection_logo using (collection_id)
        where (a.hidden_at is null) <> (b.hidden_at is null) group by logo_id) c
  where logo.logo_id = c.logo_id and n <> 0;
  perform lock_designers(array(select distinct designer_id from after_update));
  update designer set collection_ct = collection_ct + n, public_collection_ct = public_collection_ct + p
  from (select a.designer_id, sum((a.hidden_at is null)::int - (b.hidden_at is null)::int)::int as n,
          sum((a.is_public and a.hidden_at is null)::int - (b.is_public and b.hidden_at is null)::int)::int as p
        from after_update a join before_update b using (collection_id) group by a.designer_id) c
  where designer.designer_id = c.designer_id and (n <> 0 or p <> 0);
  delete from activity using after_update a join before_update b using (collection_id)
  where activity.collection_id = a.collection_id
    and b.is_public and b.hidden_at is null and not (a.is_public and a.hidden_at is null);
  insert into activity (designer_id, actor_id, type, logo_id, collection_id, created_at)
  select logo.designer_id, a.designer_id, 'save', logo_id, a.collection_id, collection_logo.created_at
  from after_update a join before_update b using (collection_id)
  join collection_logo using (collection_id) join logo using (logo_id)
  where a.is_public and a.hidden_at is null and not (b.is_public and b.hidden_at is null)
    and logo.hidden_at is null and logo.designer_id <> a.designer_id;
  return null;
end $$;

create or replace function after_award_change() returns trigger language plpgsql as $$
begin
  perform lock_designers(array(select distinct designer_id from changed join logo using (logo_id)));
  update designer set award_ct = award_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed join logo using (logo_id)
        where hidden_at is null group by designer_id) c
  where designer.designer_id = c.designer_id;
  return null;
end $$;

create or replace function after_upload_date() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null then return null; end if;
  update upload_week set logo_ct = logo_ct - 1 where week = week_of(old.upload_date);
  insert into upload_week as w (week, logo_ct) values (week_of(new.upload_date), 1)
  on conflict (week) do update set logo_ct = w.logo_ct + 1;
  return null;
end $$;

-- Counts a logo out when it is hidden and in again when it is shown, in the order of locks that likes and saves have:
-- logo, bitmaps, collections, designers, total.
create function after_logo_hidden() returns trigger language plpgsql as $$
declare sign integer := case when new.hidden_at is null then 1 else -1 end;
begin
  if sign < 0 then delete from logo_search where logo_id = new.logo_id;
  else perform index_logos(array[new.logo_id]); end if;
  perform 1 from collection where collection_id in (select collection_id from collection_logo where logo_id = new.logo_id)
    order by collection_id for no key update;
  update collection set logo_ct = logo_ct + sign
  where collection_id in (select collection_id from collection_logo where logo_id = new.logo_id);
  perform lock_designers(array(select designer_id from logo_like where logo_id = new.logo_id union select new.designer_id));
  update designer set like_ct = like_ct + sign
  where designer_id in (select designer_id from logo_like where logo_id = new.logo_id);
  update designer set logo_ct = logo_ct + sign,
    award_ct = award_ct + sign * (select count(*)::int from award where logo_id = new.logo_id)
  where designer_id = new.designer_id;
  update total set logo_ct = logo_ct + sign;
  insert into upload_week as w (week, logo_ct) values (week_of(new.upload_date), greatest(sign, 0))
  on conflict (week) do update set logo_ct = w.logo_ct + sign;
  if sign < 0 then
    delete from activity where logo_id = new.logo_id;
    return null;
  end if;
  insert into activity (designer_id, actor_id, type, logo_id, collection_id, comment_id, created_at)
  select new.designer_id, actor_id, type, new.logo_id, collection_id, comment_id, created_at
  from (
    select designer_id as actor_id, 'like' as type, null::int as collection_id, null::int as comment_id, created_at
    from logo_like where logo_id = new.logo_id
    union all
    select collection.designer_id, 'save', collection_id, null, collection_logo.created_at
    from collection_logo join collection using (collection_id)
    where logo_id = new.logo_id and is_public and hidden_at is null
    union all
    select designer_id, 'comment', null, comment_id, created_at
    -- One that is being deleted now waits for this logo: without `skip locked` each would wait for the other.
    from (select * from comment where logo_id = new.logo_id and hidden_at is null for key share skip locked) comment) again
  where actor_id <> new.designer_id;
  return null;
end $$;
create trigger logo_hidden after update of hidden_at on logo for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function after_logo_hidden();

create function after_comment_hidden() returns trigger language plpgsql as $$
begin
  perform lock_logos(array[new.logo_id]);
  update logo set comment_ct = comment_ct + case when new.hidden_at is null then 1 else -1 end where logo_id = new.logo_id;
  if new.hidden_at is not null then
    delete from activity where comment_id = new.comment_id;
  else
    insert into activity (designer_id, actor_id, type, logo_id, comment_id, created_at)
    select logo.designer_id, new.designer_id, 'comment', logo_id, new.comment_id, new.created_at
    from logo where logo_id = new.logo_id and hidden_at is null and logo.designer_id <> new.designer_id;
  end if;
  return null;
end $$;
create trigger comment_hidden after update of hidden_at on comment for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function after_comment_hidden();

-- A hidden row is shown again before it is deleted, in the same transaction: then the triggers of a deletion count it out.
create function refuse_hidden() returns trigger language plpgsql as $$
begin
  raise exception 'A hidden % is shown before it is deleted', tg_table_name
    using errcode = 'integrity_constraint_violation', constraint = 'hidden_stays';
end $$;
create trigger logo_hidden_stays before delete on logo for each row
  when (old.hidden_at is not null) execute function refuse_hidden();
create trigger collection_hidden_stays before delete on collection for each row
  when (old.hidden_at is not null) execute function refuse_hidden();

-- Search: a hidden logo has no terms.
create or replace function terms_of(ids integer[]) returns table(logo_id integer, words tsvector) language sql stable as $$
  select logo_id, array_to_tsvector(array(
    select distinct term from (
      select unnest(words(concat_ws(' ', title, array_to_string(keywords || keywords2, ' '), description,
        logo.designer, art_director, creative_director, assoc_creative_director, illustrator, photographer,
        client, industry, company))) as term
      union all
      select search_mark('person') || unnest(words(concat_ws(' ', company, first_name, last_name, logo.designer)))
      union all select search_mark('industry') || unnest(words(industry))
      union all select search_mark('company') || unnest(words(company))
      -- A whole name is a term of its own where it is more than one word.
      union all select search_mark('company_name') || plain(company) where plain(company) ~ '[^[:alnum:]]'
      union all select search_mark('client') || unnest(words(client))
      union all select search_mark('client_name') || plain(client) where plain(client) ~ '[^[:alnum:]]'
      union all select search_mark('type') || logotype
      union all select search_mark('country') || country where country <> ''
      union all select search_mark('class') || 'ranked' where is_ranked
      union all select search_mark('class') || 'collections' where logo.collection_ct > 0
      union all select search_mark('class') || 'books' where exists (select 1 from award join book using (book_id)
        where award.logo_id = logo.logo_id and book.state = 'published')
      union all select search_mark('every')
    ) every
  ))
  from logo join designer using (designer_id) where logo_id = any (ids) and hidden_at is null
$$;

drop materialized view suggestion;
create materialized view suggestion as
  select kind, plain(name) as plain, min(name) as name, sum(n)::integer as logo_ct
  from (
    select 'keyword' as kind, keyword as name, 1 as n from logo, unnest(keywords) as keyword where hidden_at is null
    union all
    select 'industry', industry, 1 from logo where industry <> '' and hidden_at is null
    union all
    select 'client', client, 1 from logo where client <> '' and hidden_at is null
    union all
    select 'company', company, logo_ct from designer where logo_ct > 0) named
  group by kind, plain(name);
create index suggestion_frequent on suggestion (kind, logo_ct desc, name);
create index suggestion_part on suggestion using gin (plain gin_trgm_ops);
create unique index suggestion_plain on suggestion (kind, plain);
