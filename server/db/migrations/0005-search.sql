-- baseline
-- Search: every filter is a set of terms of one vocabulary, and every frequent term has a bitmap over all logos, so that
-- any combination of filters is a few ANDs with an exact total. See docs/search.md.

-- Vocabulary ----------------------------------------------------------------------------------------------------

-- The mark that begins a term of each kind; a term without a mark is a word of any text. The same list is in
-- server/features/search/vocabulary.ts, and a test compares the two.
create function search_mark(kind text) returns text language sql immutable parallel safe as $$
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

-- The numbers of likes that have a bitmap ("that many or more"): steps so small that one lies just above any page.
create function like_steps() returns integer[] language sql immutable parallel safe as $$
  select array[1,2,3,4,5,6,7,8,10,12,14,16,20,24,28,32,40,48,64,80,96,128,160,192,256,384,512,768,1024]
$$;

-- Which patterns a term matches ('*' for any letters): beginnings of words and people of up to six letters, and parts of
-- up to five letters of a company's or client's words.
create function patterns_of(term text) returns setof text language sql immutable parallel safe as $$
  select left(term, n) || '*' from generate_series(1, least(length(term), 6)) n where term not like '~%'
  union all
  select left(term, n) || '*' from generate_series(3, least(length(term), 8)) n where left(term, 2) = search_mark('person')
  union all
  select left(term, 2) || '*' || substr(term, first, n) || '*'
  from generate_series(1, 5) n cross join generate_series(3, length(term) - n + 1) first
  where left(term, 2) in (search_mark('company'), search_mark('client'))
$$;

-- The bitmaps in which a logo with this term has its bit: the term's own, and those of the patterns it matches.
create function bitmaps_of(term text) returns setof text language sql immutable parallel safe as $$
  select term union all select pattern from patterns_of(term) as pattern
$$;

-- A term as a query of the term index. The quotes and backslashes in it are text.
create function term_query(term text) returns tsquery language sql immutable strict parallel safe as $$
  select ('''' || regexp_replace(term, '([\\''])', '\\\1', 'g') || '''')::tsquery
$$;

-- A pattern for LIKE that matches whatever contains this text; `%`, `_` and `\` stand for themselves.
create function containing(part text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(plain(part), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Tables --------------------------------------------------------------------------------------------------------

-- The terms of each logo.
create table logo_search (
  logo_id integer primary key references logo on delete cascade,
  words tsvector not null
);
-- No pending list: every search would have to read through it.
create index logo_search_words on logo_search using gin (words) with (fastupdate = off);

-- Every term that some logo has had, and every pattern that has a bitmap.
create table search_term (
  term text collate "C" primary key,
  -- Counted every hour; orders suggested spellings and decides which terms are frequent.
  logo_ct integer not null default 1,
  -- Has a bitmap.
  is_frequent boolean not null default false,
  -- Stands for every term it matches: 'ros*', '~pro*', '~f*stu*'.
  is_pattern boolean not null default false,
  constraint search_term_pattern check (is_frequent or not is_pattern)
);
create index search_term_part on search_term using gin (term gin_trgm_ops) with (fastupdate = off);
create index search_term_near on search_term using gin (term gin_trgm_ops) with (fastupdate = off)
  where term not like '~%' and not is_pattern;
create index search_term_frequent on search_term (term) where is_frequent;

-- Bit n of segment s stands for the logo with id s * 16384 + n.
create table search_bitmap (
  term text collate "C" not null,
  seg integer not null,
  bits bit(16384) not null,
  primary key (term, seg)
);
-- In the row, compressed where that helps: a segment with few bits shrinks to a tenth or less, a full one stays as it is.
alter table search_bitmap alter column bits set storage main;

-- Bitmaps -------------------------------------------------------------------------------------------------------

create function one_bit(logo_id integer) returns bit(16384) language sql immutable strict parallel safe as $$
  select set_bit(0::bit(16384), logo_id % 16384, 1)
$$;

-- Ids as bits, by segment. In two steps, because ORing a whole segment for every single bit costs sixty times as much.
create function segments_of(ids integer[]) returns table (seg integer, bits bit(16384)) language sql immutable parallel safe as $$
  select block / 64, bit_or(bits::bit(16384) >> block % 64 * 256)
  from (
    select id / 256 as block, bit_or(set_bit(0::bit(256), id % 256, 1)) as bits from unnest(ids) as id group by 1
  ) blocks
  group by 1
$$;

-- Sets and clears bits, in one order everywhere, so that no two statements deadlock.
create function change_bits(terms text[], ids integer[], are_set boolean[]) returns void language plpgsql as $$
declare change record;
begin
  for change in
    select term, logo_id / 16384 as seg,
      coalesce(bit_or(one_bit(logo_id)) filter (where is_set), 0::bit(16384)) as on_bits,
      coalesce(bit_or(one_bit(logo_id)) filter (where not is_set), 0::bit(16384)) as off_bits
    from unnest(terms, ids, are_set) as c (term, logo_id, is_set)
    group by 1, 2 order by 1, 2
  loop
    insert into search_bitmap as old (term, seg, bits) values (change.term, change.seg, change.on_bits)
    on conflict (term, seg) do update set bits = (old.bits | change.on_bits) & ~change.off_bits;
  end loop;
end $$;

-- Makes the bitmap of a term or a pattern. A pattern's is made from the bitmaps of narrower patterns where there are some,
-- so those are made first. Uploads wait for the lock; searches do not.
create function make_bitmap(wanted text, of_pattern boolean) returns void language plpgsql as $$
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

-- Indexing ------------------------------------------------------------------------------------------------------

-- The terms of some logos, computed from their rows.
create function terms_of(ids integer[]) returns table (logo_id integer, words tsvector) language sql stable as $$
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

-- Brings the terms of some logos, and the bitmaps of those terms, up to date.
create function index_logos(ids integer[]) returns void language plpgsql as $$
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

-- logo -> terms: its texts and its type.
create function after_logo_text() returns trigger language plpgsql as $$
begin
  perform index_logos(array[new.logo_id]);
  return null;
end $$;
create trigger logo_search_logo after insert or update of title, keywords, keywords2, description, designer,
  art_director, creative_director, assoc_creative_director, illustrator, photographer, client, industry, logotype on logo
  for each row execute function after_logo_text();

-- logo -> terms: its class and its likes, which other triggers count.
create function search_after_count() returns trigger language plpgsql as $$
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
create trigger logo_search_count after update on logo
  referencing old table as before_update new table as after_update
  for each statement execute function search_after_count();

-- designer -> terms of all their logos.
create function after_designer_name() returns trigger language plpgsql as $$
begin
  perform index_logos(array(select logo_id from logo where designer_id = new.designer_id));
  return null;
end $$;
create trigger logo_search_designer after update of company, first_name, last_name, country on designer
  for each row when ((old.company, old.first_name, old.last_name, old.country)
    is distinct from (new.company, new.first_name, new.last_name, new.country))
  execute function after_designer_name();

-- awards and published books -> terms.
create function search_after_award() returns trigger language plpgsql as $$
begin
  perform index_logos(array(select distinct logo_id from changed));
  return null;
end $$;
create trigger award_search_insert after insert on award referencing new table as changed
  for each statement execute function search_after_award();
create trigger award_search_delete after delete on award referencing old table as changed
  for each statement execute function search_after_award();

create function after_book_state() returns trigger language plpgsql as $$
begin
  perform index_logos(array(select logo_id from award where book_id = new.book_id));
  return null;
end $$;
create trigger book_search after update of state on book
  for each row when (old.state <> new.state) execute function after_book_state();

-- A deleted logo clears its bits.
create function search_after_delete() returns trigger language plpgsql as $$
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
create trigger logo_search_delete after delete on logo_search referencing old table as changed
  for each statement execute function search_after_delete();

-- Suggestions ---------------------------------------------------------------------------------------------------

-- Names to suggest. Refreshed every hour.
create materialized view suggestion as
select kind, plain(name) as plain, min(name) as name, sum(n)::int as logo_ct
from (
  select 'keyword' as kind, keyword as name, 1 as n from logo, unnest(keywords) keyword
  union all select 'industry', industry, 1 from logo where industry <> ''
  union all select 'client', client, 1 from logo where client <> ''
  union all select 'company', company, logo_ct from designer where logo_ct > 0
) named
group by kind, plain(name);
create unique index suggestion_plain on suggestion (kind, plain);
create index suggestion_part on suggestion using gin (plain gin_trgm_ops);
-- The order in which suggestions are shown.
create index suggestion_frequent on suggestion (kind, logo_ct desc, name);

-- Designers to suggest while a search is typed, by the words of company and personal name, each after a space, so that
-- trigrams find the beginning of one. Refreshed every hour, as the count only orders them.
create materialized view designer_suggestion as
select designer_id, logo_ct,
  ' ' || regexp_replace(plain(company || ' ' || first_name || ' ' || last_name), '[^[:alnum:]]+', ' ', 'g') as words
from designer where logo_ct > 0 and closed_at is null;
create unique index designer_suggestion_id on designer_suggestion (designer_id);
create index designer_suggestion_words on designer_suggestion using gin (words gin_trgm_ops);
create index designer_suggestion_frequent on designer_suggestion (logo_ct desc, designer_id);
