-- Search without slow corners: beginnings and parts of words that many logos have get bitmaps like frequent words do,
-- and a part of a name is always resolved to terms, never looked for in the texts. See decisions/0019.
--
-- Only what takes no time is here, as whoever searches waits for it; 0025 indexes the logos there are. The version
-- before goes on meanwhile: every term that it knows stays, with its bitmap. What it does not know is asked for by
-- this version alone, which starts when 0025 is done, and makes no pattern earlier.

-- Terms may hold any character now: whole names, ~F company and ~N client, where a name is more than one plain word.
-- A pattern stands for every term it fits ('*' for any letters): 'ros*', '~pro*', '~f*stu*'. It is listed only while
-- it has a bitmap.
alter table search_term add column is_pattern boolean not null default false;
alter table search_term add constraint search_term_pattern check (is_frequent or not is_pattern);

-- What is written without spaces is one word, and an index takes no more than 2,046 bytes of one.
create or replace function words(input text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(left(word, 500)), '{}')
  from regexp_split_to_table(plain(input), '[^[:alnum:]]+') word where word <> ''
$$;

-- The term as a query that finds it.
create function term_query(term text) returns tsquery language sql immutable strict parallel safe as $$
  select ('''' || regexp_replace(term, '([\\''])', '\\\1', 'g') || '''')::tsquery
$$;

-- For LIKE: whatever contains this part, where `%`, `_` and `\` stand for themselves.
create function containing(part text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(plain(part), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Which patterns a term fits: beginnings of up to four letters (people: three), parts of up to three.
create function patterns_of(term text) returns setof text language sql immutable parallel safe as $$
  select left(term, n) || '*' from generate_series(1, least(length(term), 4)) n where term not like '~%'
  union all
  select left(term, n) || '*' from generate_series(3, least(length(term), 5)) n where term like '~p%'
  union all
  select left(term, 2) || '*' || substr(term, first, n) || '*'
  from generate_series(1, 3) n cross join generate_series(3, length(term) - n + 1) first where term ~ '^~[fn]'
$$;

-- Ids as bits, by segment. In two steps, as a whole segment is much to carry for each single bit.
create function segments_of(ids integer[]) returns table (seg integer, bits bit(16384)) language sql immutable parallel safe as $$
  select block / 64, bit_or(bits::bit(16384) >> block % 64 * 256)
  from (
    select id / 256 as block, bit_or(set_bit(0::bit(256), id % 256, 1)) as bits from unnest(ids) as id group by 1
  ) blocks
  group by 1
$$;

-- What bits a logo with this term has: the term's own, and those of the patterns it fits.
create function forms_of(term text) returns setof text language sql immutable parallel safe as $$
  select term union all select pattern from patterns_of(term) as pattern
$$;

create or replace function terms_of(ids integer[]) returns table (logo_id integer, words tsvector) language sql stable as $$
  select logo_id, array_to_tsvector(array(
    select distinct term from (
      select unnest(words(concat_ws(' ', title, array_to_string(keywords || keywords2, ' '), description,
        logo.designer, art_director, creative_director, assoc_creative_director, illustrator, photographer,
        client, industry, company))) as term
      union all select '~p' || unnest(words(concat_ws(' ', company, first_name, last_name, logo.designer)))
      union all select '~i' || unnest(words(industry))
      union all select '~f' || unnest(words(company))
      union all select '~F' || plain(company) where plain(company) ~ '[^[:alnum:]]'
      union all select '~n' || unnest(words(client))
      union all select '~N' || plain(client) where plain(client) ~ '[^[:alnum:]]'
      union all select '~t' || logotype
      union all select '~c' || country where country <> ''
      union all select '~kranked' where is_ranked
      union all select '~kcollections' where logo.collection_ct > 0
      union all select '~kbooks' where exists (select 1 from award join book using (book_id)
        where award.logo_id = logo.logo_id and book.state = 'published')
      union all select '~a'
    ) every
  ))
  from logo join designer using (designer_id) where logo_id = any (ids)
$$;

create or replace function index_logos(ids integer[]) returns void language plpgsql as $$
declare terms text[]; logo_ids integer[]; are_set boolean[];
begin
  -- One at a time per logo, and not while a bitmap is being made; what follows sees what the one before wrote.
  lock table logo_search in row exclusive mode;
  perform lock_logos(ids);
  with next as materialized (select * from terms_of(ids)),
  known as (
    insert into search_term (term) select distinct unnest(tsvector_to_array(words)) as term from next order by term
    on conflict do nothing),
  changed as materialized (
    select next.logo_id, old.words as old_words, next.words as new_words
    from next left join logo_search old using (logo_id) where old.words is distinct from next.words),
  -- None while there are no bitmaps, as when everything is indexed at once.
  marked as (select * from changed where (select exists (select from search_term where is_frequent))),
  added as (
    select logo_id, term from marked cross join lateral (
      select unnest(tsvector_to_array(new_words)) except select unnest(tsvector_to_array(old_words))) t (term)),
  removed as materialized (
    select logo_id, term from marked cross join lateral (
      select unnest(tsvector_to_array(old_words)) except select unnest(tsvector_to_array(new_words))) t (term)),
  bit as (
    select form as term, logo_id, true as is_set from added cross join lateral forms_of(term) as form
    union all
    (select form, logo_id, false from removed cross join lateral forms_of(term) as form
     -- What another of its terms fits, too, stays.
     except
     select form, logo_id, false from marked cross join lateral unnest(tsvector_to_array(new_words)) as term
     cross join lateral forms_of(term) as form where logo_id in (select logo_id from removed))),
  kept as (
    insert into logo_search (logo_id, words) select logo_id, new_words from changed
    on conflict (logo_id) do update set words = excluded.words)
  select array_agg(term), array_agg(bit.logo_id), array_agg(bit.is_set) into terms, logo_ids, are_set
  from bit join search_term using (term) where is_frequent;
  if terms is not null then perform change_bits(terms, logo_ids, are_set); end if;
end $$;

create or replace function after_words_gone() returns trigger language plpgsql as $$
declare terms text[]; ids integer[]; are_set boolean[];
begin
  select array_agg(term), array_agg(logo_id), array_agg(false) into terms, ids, are_set
  from (
    select distinct form as term, logo_id from changed cross join lateral unnest(tsvector_to_array(words)) as word
    cross join lateral forms_of(word) as form) gone
  join search_term using (term) where is_frequent;
  if terms is not null then perform change_bits(terms, ids, are_set); end if;
  return null;
end $$;

-- Makes the bitmap of a term or a pattern; a pattern's out of those there are, so the narrow ones come first. Uploads
-- wait meanwhile, searches do not.
create function make_bitmap(wanted text, of_pattern boolean) returns void language plpgsql as $$
declare fits text := replace(wanted, '*', '%');
begin
  lock table logo_search in share row exclusive mode;
  insert into search_term (term, is_frequent, is_pattern) values (wanted, true, of_pattern)
  on conflict (term) do update set is_frequent = true;
  delete from search_bitmap where term = wanted;
  if wanted like '~l%' then
    insert into search_bitmap (term, seg, bits)
    select wanted, seg, bits from segments_of(array(
      select logo_id from logo where like_ct >= substr(wanted, 3)::int));
  elsif of_pattern then
    insert into search_bitmap (term, seg, bits)
    select wanted, seg, bit_or(bits) from (
      select seg, bits from search_term join search_bitmap using (term) where is_frequent and term like fits and term <> wanted
      union all
      select seg, bits from segments_of(array(
        select logo_id from search_term rare join logo_search on words @@ term_query(rare.term)
        where not is_frequent and not is_pattern and rare.term like fits and not exists (
          select 1 from patterns_of(rare.term) as narrow (term) join search_term using (term)
          where narrow.term like fits and narrow.term <> wanted)))) part
    group by seg;
  else
    insert into search_bitmap (term, seg, bits)
    select wanted, seg, bits from segments_of(array(select logo_id from logo_search where words @@ term_query(wanted)));
  end if;
end $$;

-- As the version before calls it.
create or replace function make_bitmap(wanted text) returns void language sql as $$
  select make_bitmap(wanted, false)
$$;

-- Nothing asks for a query of several words at once any more.
drop function every_word(text, text, boolean);
