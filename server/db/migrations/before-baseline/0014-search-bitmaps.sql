-- Search at hundreds of thousands of logos: every filter is a term of one vocabulary, and every frequent term has a
-- bitmap over all logos, so that any combination is a few ANDs, with an exact total. See decisions/0014.

drop materialized view search_word;

-- Every term there is, from the moment a logo has it. Plain words, and marked ones: ~p people, ~i industry,
-- ~f company, ~n client, ~t type, ~c country, ~k class, ~a all, ~l likes (that many or more).
create table search_term (
  term text collate "C" primary key,
  -- Counted every hour; orders spellings.
  logo_ct integer not null default 1,
  -- Has a bitmap.
  is_frequent boolean not null default false
);
create index search_term_part on search_term using gin (term gin_trgm_ops);
create index search_term_frequent on search_term (term) where is_frequent;

-- Bit n of segment s stands for the logo with id s * 16384 + n.
create table search_bitmap (
  term text collate "C" not null,
  seg integer not null,
  bits bit(16384) not null,
  primary key (term, seg)
);
-- Neither compressed nor kept elsewhere: it is read far more often than written.
alter table search_bitmap alter column bits set storage plain;

create function one_bit(logo_id integer) returns bit(16384) language sql immutable strict parallel safe as $$
  select set_bit(0::bit(16384), logo_id % 16384, 1)
$$;

-- How many likes have a bitmap of their own: steps small enough that one of them comes just above any page wanted.
create function like_steps() returns integer[] language sql immutable parallel safe as $$
  select array[1,2,3,4,5,6,7,8,10,12,14,16,20,24,28,32,40,48,64,80,96,128,160,192,256,384,512,768,1024]
$$;

-- The terms of some logos as they now are.
create function terms_of(ids integer[]) returns table (logo_id integer, words tsvector) language sql stable as $$
  select logo_id, array_to_tsvector(array(
    select distinct term from (
      select unnest(words(concat_ws(' ', title, array_to_string(keywords || keywords2, ' '), description,
        logo.designer, art_director, creative_director, assoc_creative_director, illustrator, photographer,
        client, industry, company))) as term
      union all select '~p' || unnest(words(concat_ws(' ', company, first_name, last_name, logo.designer)))
      union all select '~i' || unnest(words(industry))
      union all select '~f' || unnest(words(company))
      union all select '~n' || unnest(words(client))
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

-- Sets and clears bits, in one order everywhere, so that no two statements wait for each other.
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

create or replace function index_logos(ids integer[]) returns void language plpgsql as $$
declare old_terms text[]; old_ids integer[]; new_terms text[]; new_ids integer[]; were_set boolean[];
begin
  -- One at a time per logo, and not while a bitmap is being made; what follows sees what the one before wrote.
  lock table logo_search in row exclusive mode;
  perform lock_logos(ids);
  with next as materialized (select * from terms_of(ids)),
  known as (
    insert into search_term (term) select distinct unnest(tsvector_to_array(words)) as term from next order by term
    on conflict do nothing),
  changed as (
    select term, logo_id, is_set from (
      (select unnest(tsvector_to_array(words)) as term, logo_id, true as is_set from next
       except select unnest(tsvector_to_array(words)), logo_id, true from logo_search where logo_id = any (ids))
      union all
      (select unnest(tsvector_to_array(words)), logo_id, false from logo_search where logo_id = any (ids)
       except select unnest(tsvector_to_array(words)), logo_id, false from next)
    ) c join search_term using (term) where is_frequent),
  kept as (
    insert into logo_search as old (logo_id, words) select logo_id, words from next
    on conflict (logo_id) do update set words = excluded.words where old.words <> excluded.words)
  select array_agg(term), array_agg(logo_id), array_agg(is_set) into new_terms, new_ids, were_set from changed;
  if new_terms is not null then perform change_bits(new_terms, new_ids, were_set); end if;
end $$;

-- Type and country are terms, too.
drop trigger logo_search_logo on logo;
create trigger logo_search_logo after insert or update of title, keywords, keywords2, description, designer,
  art_director, creative_director, assoc_creative_director, illustrator, photographer, client, industry, logotype on logo
  for each row execute function after_logo_text();

drop trigger logo_search_designer on designer;
create trigger logo_search_designer after update of company, first_name, last_name, country on designer
  for each row when ((old.company, old.first_name, old.last_name, old.country)
    is distinct from (new.company, new.first_name, new.last_name, new.country))
  execute function after_designer_name();

-- Class, and likes: the counts are written by other triggers.
create function after_logo_standing() returns trigger language plpgsql as $$
declare ids integer[]; terms text[]; likes_ids integer[]; are_set boolean[];
begin
  select array_agg(a.logo_id) into ids from after_update a join before_update b using (logo_id)
  where a.is_ranked <> b.is_ranked or (a.collection_ct > 0) <> (b.collection_ct > 0);
  if ids is not null then perform index_logos(ids); end if;
  select array_agg('~l' || step), array_agg(a.logo_id), array_agg(a.like_ct >= step) into terms, likes_ids, are_set
  from after_update a join before_update b using (logo_id)
  join unnest(like_steps()) step on (a.like_ct >= step) <> (b.like_ct >= step)
  where a.like_ct <> b.like_ct and exists (select 1 from search_term where term = '~l1' and is_frequent);
  if terms is not null then perform change_bits(terms, likes_ids, are_set); end if;
  return null;
end $$;
create trigger logo_standing after update on logo
  referencing old table as before_update new table as after_update
  for each statement execute function after_logo_standing();

create function after_award_standing() returns trigger language plpgsql as $$
begin
  perform index_logos(array(select distinct logo_id from changed));
  return null;
end $$;
create trigger award_search_insert after insert on award referencing new table as changed
  for each statement execute function after_award_standing();
create trigger award_search_delete after delete on award referencing old table as changed
  for each statement execute function after_award_standing();

create function after_book_state() returns trigger language plpgsql as $$
begin
  perform index_logos(array(select logo_id from award where book_id = new.book_id));
  return null;
end $$;
create trigger book_search after update of state on book
  for each row when (old.state <> new.state) execute function after_book_state();

create function after_words_gone() returns trigger language plpgsql as $$
declare terms text[]; ids integer[]; are_set boolean[];
begin
  select array_agg(term), array_agg(logo_id), array_agg(false) into terms, ids, are_set from (
    select unnest(tsvector_to_array(words)) as term, logo_id from changed) c
  join search_term using (term) where is_frequent;
  if terms is not null then perform change_bits(terms, ids, are_set); end if;
  return null;
end $$;
create trigger logo_search_delete after delete on logo_search referencing old table as changed
  for each statement execute function after_words_gone();

-- Makes a term's bitmap. Uploads wait meanwhile, searches do not.
create function make_bitmap(wanted text) returns void language plpgsql as $$
begin
  lock table logo_search in share row exclusive mode;
  insert into search_term (term, is_frequent) values (wanted, true)
  on conflict (term) do update set is_frequent = true;
  delete from search_bitmap where term = wanted;
  if wanted like '~l%' then
    insert into search_bitmap (term, seg, bits)
    select wanted, logo_id / 16384, bit_or(one_bit(logo_id)) from logo where like_ct >= substr(wanted, 3)::int group by 2;
  else
    insert into search_bitmap (term, seg, bits)
    select wanted, logo_id / 16384, bit_or(one_bit(logo_id)) from logo_search
    where words @@ quote_literal(wanted)::tsquery group by 2;
  end if;
end $$;

truncate logo_search;
drop index logo_search_words;
select index_logos(array(select logo_id from logo));
create index logo_search_words on logo_search using gin (words) with (fastupdate = off);
