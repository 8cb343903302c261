-- Brings names, comments and function bodies to what the baseline in the folder above declares. From here on the list of
-- migrations of this database is that of a new one.

alter function after_logo_standing() rename to search_after_count;
alter function after_award_standing() rename to search_after_award;
alter function after_words_gone() rename to search_after_delete;
alter trigger logo_standing on logo rename to logo_search_count;
alter trigger ledger_audit_only_grows on ledger_audit rename to ledger_audit_append_only;

create or replace function after_logo_change() returns trigger language plpgsql as $$
begin
  perform lock_designers(array(select distinct designer_id from changed));
  update designer set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed group by designer_id) c
  where designer.designer_id = c.designer_id;
  update total set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select count(*)::int as n from changed) c where n > 0;
  -- The row of `total`, locked above, serializes what follows.
  if tg_op = 'INSERT' then
    insert into upload_week as w (week, logo_ct)
    select week_of(upload_date), count(*)::int from changed group by 1
    on conflict (week) do update set logo_ct = w.logo_ct + excluded.logo_ct;
  else
    update upload_week w set logo_ct = w.logo_ct - n
    from (select week_of(upload_date) as week, count(*)::int as n from changed group by 1) c where w.week = c.week;
  end if;
  return null;
end $$;

create or replace function announce_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify('activity', designer_id::text) from (select distinct designer_id from changed) owner;
  return null;
end $$;

create or replace function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', designer_id::text) from (select distinct designer_id from changed) ended;
  return null;
end $$;

create or replace function number_receipt() returns trigger language plpgsql as $$
begin
  new.receipt_id := to_char(new.paid_at at time zone 'UTC', 'YYMMDD')::bigint * 1000000
    + ('x' || left(md5(new.payment_id), 8))::bit(32)::bigint % 1000000;
  -- Serializes payments of the same number: the second one sees the first.
  perform pg_advisory_xact_lock(new.receipt_id);
  while exists (select from payment where receipt_id = new.receipt_id) loop
    new.receipt_id := new.receipt_id + 1;
  end loop;
  return new;
end $$;

create or replace function search_mark(kind text) returns text language sql immutable parallel safe as $$
  select case kind
    when 'person' then '~p'
    when 'industry' then '~i'
    when 'company' then '~f'
    when 'company_name' then '~F'
    when 'client' then '~n'
    when 'client_name' then '~N'
    when 'type' then '~t'
    when 'country' then '~c'
    when 'class' then '~k'
    when 'likes' then '~l'
    when 'every' then '~a'
  end
$$;

create or replace function patterns_of(term text) returns setof text language sql immutable parallel safe as $$
  select left(term, n) || '*' from generate_series(1, least(length(term), 6)) n where term not like '~%'
  union all
  select left(term, n) || '*' from generate_series(3, least(length(term), 8)) n where left(term, 2) = search_mark('person')
  union all
  select left(term, 2) || '*' || substr(term, first, n) || '*'
  from generate_series(1, 5) n cross join generate_series(3, length(term) - n + 1) first
  where left(term, 2) in (search_mark('company'), search_mark('client'))
$$;

create or replace function bitmaps_of(term text) returns setof text language sql immutable parallel safe as $$
  select term union all select pattern from patterns_of(term) as pattern
$$;

create or replace function make_bitmap(wanted text, of_pattern boolean) returns void language plpgsql as $$
declare matched text := replace(wanted, '*', '%');
begin
  lock table logo_search in share row exclusive mode;
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

create or replace function terms_of(ids integer[]) returns table (logo_id integer, words tsvector) language sql stable as $$
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
  from logo join designer using (designer_id) where logo_id = any (ids)
$$;

create or replace function index_logos(ids integer[]) returns void language plpgsql as $$
declare terms text[]; logo_ids integer[]; are_set boolean[];
begin
  -- Waits while a bitmap is being made. The lock on the logos serializes two changes of the same logo.
  lock table logo_search in row exclusive mode;
  perform lock_logos(ids);
  with next as materialized (select * from terms_of(ids)),
  known as (
    insert into search_term (term) select distinct unnest(tsvector_to_array(words)) as term from next order by term
    on conflict do nothing),
  changed as materialized (
    select next.logo_id, old.words as old_words, next.words as new_words
    from next left join logo_search old using (logo_id) where old.words is distinct from next.words),
  -- Empty while there are no bitmaps, as during a bulk load.
  marked as (select * from changed where (select exists (select from search_term where is_frequent))),
  added as (
    select logo_id, term from marked cross join lateral (
      select unnest(tsvector_to_array(new_words)) except select unnest(tsvector_to_array(old_words))) t (term)),
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
end $$;

create or replace function search_after_count() returns trigger language plpgsql as $$
declare ids integer[]; terms text[]; likes_ids integer[]; are_set boolean[];
begin
  select array_agg(a.logo_id) into ids from after_update a join before_update b using (logo_id)
  where a.is_ranked <> b.is_ranked or (a.collection_ct > 0) <> (b.collection_ct > 0);
  if ids is not null then perform index_logos(ids); end if;
  if exists (
    select from after_update a join before_update b using (logo_id)
    join unnest(like_steps()) step on (a.like_ct >= step) <> (b.like_ct >= step)
  ) then
    -- Waits while a bitmap is being made, which would otherwise miss this like.
    lock table logo_search in row exclusive mode;
    select array_agg(term), array_agg(a.logo_id), array_agg(a.like_ct >= step) into terms, likes_ids, are_set
    from after_update a join before_update b using (logo_id)
    join unnest(like_steps()) step on (a.like_ct >= step) <> (b.like_ct >= step)
    join search_term on term = search_mark('likes') || step and is_frequent;
    if terms is not null then perform change_bits(terms, likes_ids, are_set); end if;
  end if;
  return null;
end $$;

create or replace function search_after_award() returns trigger language plpgsql as $$
begin
  perform index_logos(array(select distinct logo_id from changed));
  return null;
end $$;

create or replace function search_after_delete() returns trigger language plpgsql as $$
declare terms text[]; ids integer[]; are_set boolean[];
begin
  select array_agg(term), array_agg(logo_id), array_agg(false) into terms, ids, are_set
  from (
    select distinct bitmap as term, logo_id from changed cross join lateral unnest(tsvector_to_array(words)) as word
    cross join lateral bitmaps_of(word) as bitmap) gone
  join search_term using (term) where is_frequent;
  if terms is not null then perform change_bits(terms, ids, are_set); end if;
  return null;
end $$;

drop function forms_of(text);
drop function make_bitmap(text);

comment on column designer.like_ct is 'number of logos this designer likes';
comment on column designer.activity_seen_at is 'time of the newest activity item the designer has seen';
comment on column session.session_id is 'public id that names the session in lists; does not authenticate';
comment on column logo.image is
  'hash of the pixels, then the version of the derivatives; -first: only the first of them exist yet';
comment on column logo.upload_key is 'idempotency key chosen by the browser; unique per designer';
comment on column logo.upload_digest is 'SHA-256 of the file as uploaded; set with upload_key';
comment on table unused_picture is
  'written in the transaction that takes a picture out of use; housekeeping deletes the files';
comment on column activity.designer_id is 'owner of the feed that shows the item';
comment on table upload_week is 'number of logos uploaded in each week; kept by triggers';
comment on view membership is
  'member_expire is the latest end of the grants not reversed; the subscription is the active one; shared/rules/membership.ts decides access';
comment on column mail.token_until is
  'the body holds a token valid until then: the mail is not sent later, and its body is blanked once it is sent';
comment on column mail.interruptions is 'how many times a process ended while sending it';
comment on column mail.next_attempt_at is 'queued: when it is due; sending: when its process is presumed dead';
comment on column mail.problem is 'the error of the last attempt';
