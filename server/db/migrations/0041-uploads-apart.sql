-- Uploads do not wait for each other: what several of them would write to the same row is kept in rows of its own, which
-- every reader adds, and merged by a job each second.

-- The uploads under way write these rows.
lock table logo in share row exclusive mode;

-- Counts --------------------------------------------------------------------------------------------------------

-- Changes of the number of logos that are not in the two tables below yet.
create table count_change (
  change_id bigint primary key generated always as identity,
  week date not null,
  change integer not null
);

alter table total rename to total_merged;
create view total as
  select logo_ct + coalesce((select sum(change)::integer from count_change), 0) as logo_ct from total_merged;
comment on view total is 'one row: the exact number of logos';

alter table upload_week rename to upload_week_merged;
comment on table upload_week_merged is null;
-- Pages of Fresh read its two parts, because the grouping would read all weeks for each page; the version before reads the view.
create view upload_week as
  select week, sum(logo_ct)::integer as logo_ct
  from (select week, logo_ct from upload_week_merged union all select week, change from count_change) part
  group by week;
comment on view upload_week is 'number of logos uploaded in each week; kept by triggers';

create or replace function after_logo_change() returns trigger language plpgsql as $$
begin
  perform lock_designers(array(select distinct designer_id from changed));
  update designer set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed group by designer_id) c
  where designer.designer_id = c.designer_id;
  insert into count_change (week, change)
  select week_of(upload_date), case tg_op when 'INSERT' then 1 else -1 end * count(*)::int from changed group by 1;
  return null;
end $$;

create or replace function after_upload_date() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null then return null; end if;
  insert into count_change (week, change) values (week_of(old.upload_date), -1), (week_of(new.upload_date), 1);
  return null;
end $$;

-- Counts a logo out when it is hidden and in again when it is shown, in the order of locks that likes and saves have:
-- logo, bitmaps, collections, designers.
create or replace function after_logo_hidden() returns trigger language plpgsql as $$
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
  insert into count_change (week, change) values (week_of(new.upload_date), sign);
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

-- Adds all changes to the counts.
create function merge_counts() returns void language plpgsql as $$
declare weeks date[]; changes integer[];
begin
  with merged as (delete from count_change returning week, change),
  each as (select week, sum(change)::int as change from merged group by week)
  select array_agg(week), array_agg(change) into weeks, changes from each;
  if weeks is null then return; end if;
  update total_merged set logo_ct = logo_ct + (select sum(change) from unnest(changes) as change);
  -- The row of the total, locked above, serializes what follows.
  insert into upload_week_merged (week, logo_ct) select week, 0 from unnest(weeks) as week on conflict do nothing;
  update upload_week_merged w set logo_ct = logo_ct + change from unnest(weeks, changes) as c (week, change) where w.week = c.week;
end $$;

-- Search --------------------------------------------------------------------------------------------------------

-- Logos whose bits are not set yet, each with the bitmaps it belongs to: none of its bits is set in any of them.
create table search_fresh (
  logo_id integer primary key,
  terms text[] collate "C" not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- Sets the bits of some of them, all logos of a bitmap's segment at once. In one order, as change_bits() does.
create function merge_fresh(ids integer[]) returns void language sql as $$
  with merged as (delete from search_fresh where logo_id = any (ids) returning logo_id, terms),
  block as (
    select term, logo_id / 256 as block, bit_or(set_bit(0::bit(256), logo_id % 256, 1)) as bits
    from merged cross join lateral unnest(terms) as term group by 1, 2)
  insert into search_bitmap as old (term, seg, bits)
  select term, block / 64, bit_or(bits::bit(16384) >> block % 64 * 256) from block group by 1, 2 order by 1, 2
  on conflict (term, seg) do update set bits = old.bits | excluded.bits
$$;

-- Merges all changes of counts and the oldest logos of search_fresh; returns how many logos those are. Processes that do so at
-- once take different logos.
create function merge_uploads(most integer) returns integer language plpgsql as $$
declare ids integer[] := array(select logo_id from search_fresh order by logo_id limit most for update skip locked);
begin
  perform merge_counts();
  perform merge_fresh(ids);
  return cardinality(ids);
end $$;

-- Brings the terms of some logos up to date, and the bitmaps of those terms: a new logo waits in search_fresh. The plan is kept,
-- because making it takes several times as long as an upload's terms.
create or replace function index_logos(ids integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare unset_ids integer[]; terms text[]; logo_ids integer[]; are_set boolean[];
begin
  -- Waits while a bitmap is being made. The lock on the logos serializes two changes of the same logo.
  lock table logo_search in row exclusive mode;
  perform lock_logos(ids);
  -- A logo whose bits are not set is as a new one. Waits while they are being set.
  with fresh as (delete from search_fresh where logo_id = any (ids) returning logo_id)
  select coalesce(array_agg(logo_id), '{}') into unset_ids from fresh;
  with next as materialized (select * from terms_of(ids)),
  known as (
    insert into search_term (term) select distinct unnest(tsvector_to_array(words)) as term from next order by term
    on conflict do nothing),
  changed as materialized (
    select next.logo_id, case when next.logo_id <> all (unset_ids) then old.words end as old_words, next.words as new_words
    from next left join logo_search old using (logo_id)
    where old.words is distinct from next.words or next.logo_id = any (unset_ids)),
  -- Empty while there are no bitmaps, as during a bulk load.
  marked as (select * from changed where (select exists (select from search_term where is_frequent))),
  fresh as (
    insert into search_fresh (logo_id, terms)
    select logo_id, array_agg(distinct term) from (
      select logo_id, bitmap as term from marked cross join lateral unnest(tsvector_to_array(new_words)) as word
      cross join lateral bitmaps_of(word) as bitmap where old_words is null) bit
    join search_term using (term) where is_frequent group by logo_id),
  added as (
    select logo_id, term from marked cross join lateral (
      select unnest(tsvector_to_array(new_words)) except select unnest(tsvector_to_array(old_words))) t (term)
    where old_words is not null),
  removed as materialized (
    select logo_id, term from marked cross join lateral (
      select unnest(tsvector_to_array(old_words)) except select unnest(tsvector_to_array(new_words))) t (term)),
  bit as (
    select bitmap as term, logo_id, true as is_set from added cross join lateral bitmaps_of(term) as bitmap
    union all
    (select bitmap, logo_id, false from removed cross join lateral bitmaps_of(term) as bitmap
     -- A pattern that another term of the logo matches keeps its bit.
     except
     select bitmap, logo_id, false from marked cross join lateral unnest(tsvector_to_array(new_words)) as term
     cross join lateral bitmaps_of(term) as bitmap where logo_id in (select logo_id from removed))),
  kept as (
    insert into logo_search (logo_id, words) select logo_id, new_words from changed
    on conflict (logo_id) do update set words = excluded.words)
  select array_agg(term), array_agg(bit.logo_id), array_agg(bit.is_set) into terms, logo_ids, are_set
  from bit join search_term using (term) where is_frequent;
  if terms is not null then perform change_bits(terms, logo_ids, are_set); end if;
  -- Where no job does it.
  if exists (select from count_change offset 2000) then perform merge_uploads(10000); end if;
end $$;

-- A deleted logo clears its bits, if they are set.
create or replace function search_after_delete() returns trigger language plpgsql as $$
declare terms text[]; ids integer[]; are_set boolean[];
begin
  with fresh as (delete from search_fresh where logo_id in (select logo_id from changed) returning logo_id)
  select array_agg(term), array_agg(logo_id), array_agg(false) into terms, ids, are_set
  from (
    select distinct bitmap as term, logo_id from changed cross join lateral unnest(tsvector_to_array(words)) as word
    cross join lateral bitmaps_of(word) as bitmap where logo_id not in (select logo_id from fresh)) gone
  join search_term using (term) where is_frequent;
  if terms is not null then perform change_bits(terms, ids, are_set); end if;
  return null;
end $$;

-- Makes the bitmap of a term or a pattern. A pattern's is made from the bitmaps of narrower patterns where there are some,
-- so those are made first. Uploads wait for the lock; searches do not.
create or replace function make_bitmap(wanted text, of_pattern boolean) returns void language plpgsql as $$
declare matched text := replace(wanted, '*', '%');
begin
  lock table logo_search in share row exclusive mode;
  perform merge_fresh(array(select logo_id from search_fresh));
  insert into search_term (term, is_frequent, is_pattern) values (wanted, true, of_pattern)
  on conflict (term) do update set is_frequent = true;
  delete from search_bitmap where term = wanted;
  if left(wanted, 2) = search_mark('likes') then
    insert into search_bitmap (term, seg, bits)
    select wanted, seg, bits from segments_of(array(
      select logo_id from logo where like_ct >= substr(wanted, 3)::int));
  elsif of_pattern then
    insert into search_bitmap (term, seg, bits)
    -- Without the terms that a narrower pattern covers.
    with matching as materialized (
      select term, is_frequent, is_pattern from search_term where term like matched and term <> wanted
      and (is_pattern or not exists (
        select from patterns_of(search_term.term) as narrow (term) join search_term known using (term)
        where narrow.term like matched and narrow.term <> wanted)))
    select wanted, seg, bit_or(bits) from (
      select seg, bits from matching join search_bitmap using (term) where is_frequent
      union all
      select seg, bits from segments_of(array(
        select logo_id from matching join logo_search on words @@ term_query(matching.term) where not is_frequent))) part
    group by seg;
  else
    insert into search_bitmap (term, seg, bits)
    select wanted, seg, bits from segments_of(array(select logo_id from logo_search where words @@ term_query(wanted)));
  end if;
end $$;
