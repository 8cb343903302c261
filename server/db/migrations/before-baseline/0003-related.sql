-- Finding what shares keywords with a logo, whatever their case, needs them in one form and an index.

create function lowered(words text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct lower(word)), '{}') from unnest(words) word
$$;

alter table logo add column keyword_keys text[] not null
  generated always as (lowered(keywords || keywords2)) stored;
create index logo_keyword_keys on logo using gin (keyword_keys);
comment on column logo.keyword_keys is 'keywords and keywords2 in lower case, each once';
