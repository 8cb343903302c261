-- no transaction
-- The colours of every logo, found at its upload; for the logos there are, by a job.
alter table logo
  add column if not exists colors jsonb check (jsonb_typeof(colors) = 'array' and jsonb_array_length(colors) <= 5),
  add column if not exists palette text check (palette in ('black-and-white', 'one-color', 'two-colors', 'many')),
  add column if not exists colors_xid xid8;
comment on column logo.colors is
  'up to five colours without the ground, [{hex, share}], the largest share first; null until they are found';
comment on column logo.palette is 'the kind of the palette; null without a colour';
comment on column logo.colors_xid is 'the transaction that wrote the colours: from it, the index of colours in each process knows what is new';
drop index concurrently if exists logo_without_colors;
create index concurrently logo_without_colors on logo (logo_id desc) where colors is null;
drop index concurrently if exists logo_colors_xid;
create index concurrently logo_colors_xid on logo (colors_xid);

-- A logo that gets another picture has no colours until they are found.
create or replace function before_logo_colors() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and left(new.image, 32) <> left(old.image, 32) and new.colors is not distinct from old.colors then
    new.colors := null;
    new.palette := null;
  end if;
  if tg_op = 'INSERT' or new.colors is distinct from old.colors then
    new.colors_xid := case when tg_op = 'UPDATE' or new.colors is not null then pg_current_xact_id() end;
  end if;
  return new;
end $$;
create or replace trigger logo_colors before insert or update of image, colors on logo
  for each row execute function before_logo_colors();

-- Search: the kind of the palette is a term.
create or replace function search_mark(kind text) returns text language sql immutable parallel safe as $$
  select case kind
    when 'title' then '~T'
    when 'keyword' then '~w'
    when 'person' then '~p'
    when 'industry' then '~i'
    when 'company' then '~f'
    when 'company_name' then '~F'
    when 'client' then '~n'
    when 'client_name' then '~N'
    when 'type' then '~t'
    when 'country' then '~c'
    when 'class' then '~k'
    when 'palette' then '~P'
    when 'likes' then '~l'
    when 'every' then '~a'
  end
$$;
create or replace function terms_of(ids integer[]) returns table(logo_id integer, words tsvector) language sql stable as $$
  select logo_id, array_to_tsvector(array(
    select distinct term from (
      select unnest(words(concat_ws(' ', title, array_to_string(keywords || keywords2, ' '), description,
        logo.designer, art_director, creative_director, assoc_creative_director, illustrator, photographer,
        client, industry, company))) as term
      union all select search_mark('title') || unnest(words(title))
      union all select search_mark('keyword') || unnest(words(array_to_string(keywords || keywords2, ' ')))
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
      union all select search_mark('palette') || palette where palette is not null
      union all select search_mark('every')
    ) every
  ))
  from logo join designer using (designer_id) where logo_id = any (ids) and hidden_at is null
$$;
create or replace trigger logo_search_palette after update on logo
  for each row when (old.palette is distinct from new.palette) execute function after_logo_text();

-- The colours that a search suggests: of each of 4,096 parts of the RGB cube, the most frequent one. Refreshed every hour.
create materialized view if not exists suggested_color as
select cell, mode() within group (order by hex) as hex, count(distinct logo_id)::integer as logo_ct
from (
  select logo_id, color ->> 'hex' as hex,
    substr(color ->> 'hex', 2, 1) || substr(color ->> 'hex', 4, 1) || substr(color ->> 'hex', 6, 1) as cell
  from logo cross join lateral jsonb_array_elements(colors) as color
  where hidden_at is null) shown
group by cell;
create unique index if not exists suggested_color_cell on suggested_color (cell);
