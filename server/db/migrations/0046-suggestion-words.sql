-- Names that have a word with some beginning are found by an index of trigrams: PostgreSQL searched all keywords for two letters. Made
-- beside the former view, which the version before reads until it is replaced.

-- The pattern for LIKE of texts with a word that begins with `part`, where words stand after a space each.
create function beginning_word(part text) returns text language sql immutable parallel safe strict as $$
  select '% ' || array_to_string(words(part), ' ') || '%'
$$;

create materialized view new_suggestion as
select kind, plain(name) as plain, ' ' || regexp_replace(plain(name), '[^[:alnum:]]+', ' ', 'g') as words, min(name) as name,
  sum(n)::integer as logo_ct
from (
  select 'keyword' as kind, keyword as name, 1 as n from logo, unnest(keywords) keyword where hidden_at is null
  union all
  select 'industry', industry, 1 from logo where industry <> '' and hidden_at is null
  union all
  select 'client', client, 1 from logo where client <> '' and hidden_at is null
  union all
  select 'company', company, logo_ct from designer where logo_ct > 0
) named
group by kind, plain(name);
create unique index new_suggestion_plain on new_suggestion (kind, plain);
create index new_suggestion_frequent on new_suggestion (kind, logo_ct desc, name);
create index new_suggestion_part on new_suggestion using gin (plain gin_trgm_ops);
create index new_suggestion_words on new_suggestion using gin (words gin_trgm_ops);
analyze new_suggestion;

drop materialized view suggestion;
alter materialized view new_suggestion rename to suggestion;
alter index new_suggestion_plain rename to suggestion_plain;
alter index new_suggestion_frequent rename to suggestion_frequent;
alter index new_suggestion_part rename to suggestion_part;
alter index new_suggestion_words rename to suggestion_words;
