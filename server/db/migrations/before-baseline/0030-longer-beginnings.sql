-- no transaction
-- What millions of logos need. See decisions/0019 and 0018. May be run again.

-- As in 0027, but beginnings of words and of people of up to six letters have patterns, and parts of up to five: in a large
-- gallery even those fit rare terms that have thousands of logos together. Housekeeping makes their bitmaps.
create or replace function patterns_of(term text) returns setof text language sql immutable parallel safe as $$
  select left(term, n) || '*' from generate_series(1, least(length(term), 6)) n where term not like '~%'
  union all
  select left(term, n) || '*' from generate_series(3, least(length(term), 8)) n where term like '~p%'
  union all
  select left(term, 2) || '*' || substr(term, first, n) || '*'
  from generate_series(1, 5) n cross join generate_series(3, length(term) - n + 1) first where term ~ '^~[fn]'
$$;

-- Whoever is followed is found in the order of uploads without a look at the logos passed over.
drop index concurrently if exists logo_by_time;
create index concurrently logo_by_time on logo (upload_date desc, logo_id desc) include (designer_id);
drop index concurrently if exists logo_fresh;
alter index logo_by_time rename to logo_fresh;

-- And how many logos they have, without a look at each designer.
drop index concurrently if exists designer_logo_ct;
create index concurrently designer_logo_ct on designer (designer_id) include (logo_ct);
