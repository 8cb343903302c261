-- What became of a designer's logos. The rows of views go after two days, so views are summed per logo, day and source;
-- likes, saves and follows are counted from their rows.

-- Where the viewer came from; null: a blocked or suspended member, whom statistics leave out.
alter table logo_view add source text
  check (source in ('wall', 'search', 'profile', 'collection', 'related', 'outside'));

create table logo_view_day (
  logo_id integer not null references logo on delete cascade,
  day date not null,
  source text not null check (source in ('wall', 'search', 'profile', 'collection', 'related', 'outside')),
  view_ct integer not null check (view_ct > 0),
  primary key (logo_id, day, source)
);
create index logo_view_day_day on logo_view_day (day);

-- The words of searches that led to a logo. `searchers`: keyed hashes of the first four members, which differ for each logo and
-- each text; null once there are five, and only then are the words shown.
create table logo_words (
  logo_id integer not null references logo on delete cascade,
  words text not null check (length(words) between 1 and 200),
  view_ct integer not null check (view_ct > 0),
  searchers text[] check (cardinality(searchers) between 1 and 4),
  last_day date not null,
  primary key (logo_id, words)
);

-- The hashes, each once; null where there are enough of them.
create function few_searchers(searchers text[]) returns text[] language sql immutable as $$
  select case when cardinality(each) < 5 then each end from (select array(select distinct unnest(searchers)) as each) e
$$;
create index logo_words_last_day on logo_words (last_day);

create or replace function after_view_insert() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  update logo set view_ct = view_ct + n
  from (select logo_id, count(*)::int as n from changed group by logo_id) c where logo.logo_id = c.logo_id;
  insert into logo_view_day as d (logo_id, day, source, view_ct)
  select logo_id, day, source, count(*)::int from changed where source is not null group by 1, 2, 3
  on conflict (logo_id, day, source) do update set view_ct = d.view_ct + excluded.view_ct;
  return null;
end $$;
