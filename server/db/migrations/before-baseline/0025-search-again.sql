-- no transaction
-- Every logo is indexed with the terms of 0021 and the bitmaps of likes are made anew, in steps that hold up nobody.
-- May be run again, and then finds what is done.

drop index concurrently if exists search_term_near;
create index concurrently search_term_near on search_term using gin (term gin_trgm_ops) where term not like '~%' and not is_pattern;

-- Suggestions come in this order.
drop index concurrently if exists suggestion_frequent;
create index concurrently suggestion_frequent on suggestion (kind, logo_ct desc, name);

-- The lock waits for whoever began with the terms of before. What is uploaded later has the new ones.
do $$ begin lock table logo_search in share row exclusive mode; commit; for step in 0 .. (select coalesce(max(logo_id), 0) / 1000 from logo) loop perform index_logos(array(select logo_id from logo where logo_id >= step * 1000 and logo_id < (step + 1) * 1000)); commit; end loop; end $$;

-- Some had missed likes, before 0024.
do $$ declare wanted text; begin for wanted in select term from search_term where term like '~l%' and is_frequent loop perform make_bitmap(wanted, false); commit; end loop; end $$;

-- Last, as the version before is slower without them, for as long as it still runs.
drop index concurrently if exists logo_keyword_keys;
drop index concurrently if exists designer_company_part;
drop index concurrently if exists logo_client_part;
drop index concurrently if exists designer_country;
