-- Search. One narrow row per logo holds every word it can be found by; triggers keep it. Marked words (`~p…` for the
-- people behind a logo, `~i…` for its industry) let filters share the one index.

create extension if not exists fuzzystrmatch;

-- Lower case and without accents. The dictionary is named, so that the result never depends on a setting.
create function plain(input text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, input))
$$;

-- What counts as a word: letters and digits, in plain form.
create function words(input text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(word), '{}')
  from regexp_split_to_table(plain(input), '[^[:alnum:]]+') word where word <> ''
$$;

-- Every word of `input`, each behind `mark`; the last may be the beginning of a word. Null when there is no word.
create function every_word(input text, mark text default '', last_is_prefix boolean default true)
returns tsquery language sql immutable parallel safe as $$
  select string_agg(
    quote_literal(mark || word) || case when last_is_prefix and n = cardinality(words(input)) then ':*' else '' end,
    ' & ' order by n)::tsquery
  from unnest(words(input)) with ordinality as w (word, n)
$$;

create table logo_search (
  logo_id integer primary key references logo on delete cascade,
  words tsvector not null
);

create function index_logos(ids integer[]) returns void language sql as $$
  insert into logo_search (logo_id, words)
  select logo_id, array_to_tsvector(array(
    select distinct word from (
      select unnest(words(concat_ws(' ', title, array_to_string(keywords || keywords2, ' '), description,
        logo.designer, art_director, creative_director, assoc_creative_director, illustrator, photographer,
        client, industry, company))) as word
      union all
      select '~p' || unnest(words(concat_ws(' ', company, first_name, last_name, logo.designer)))
      union all
      select '~i' || unnest(words(industry))
    ) every
  ))
  from logo join designer using (designer_id) where logo_id = any (ids)
  on conflict (logo_id) do update set words = excluded.words
$$;

create function after_logo_text() returns trigger language plpgsql as $$
begin
  perform index_logos(array[new.logo_id]);
  return null;
end $$;

create trigger logo_search_logo after insert or update of title, keywords, keywords2, description, designer,
  art_director, creative_director, assoc_creative_director, illustrator, photographer, client, industry on logo
  for each row execute function after_logo_text();

create function after_designer_name() returns trigger language plpgsql as $$
begin
  perform index_logos(array(select logo_id from logo where designer_id = new.designer_id));
  return null;
end $$;

create trigger logo_search_designer after update of company, first_name, last_name on designer
  for each row when ((old.company, old.first_name, old.last_name) is distinct from (new.company, new.first_name, new.last_name))
  execute function after_designer_name();

select index_logos(array(select logo_id from logo));
create index logo_search_words on logo_search using gin (words) with (fastupdate = off);

-- Substrings of the company and of the client.
create index designer_company_part on designer using gin (plain(company) gin_trgm_ops);
create index logo_client_part on logo using gin (plain(client) gin_trgm_ops);
create index designer_country on designer (country);

-- Words and names to suggest, refreshed every hour: yesterday's are as good.
create materialized view search_word as
select word, count(*)::int as logo_ct from logo_search, unnest(tsvector_to_array(words)) word
where word not like '~%' group by word;
create unique index search_word_word on search_word (word);
create index search_word_near on search_word using gin (word gin_trgm_ops);

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
