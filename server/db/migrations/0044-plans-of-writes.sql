-- Each like, comment and save calls these. PostgreSQL parsed and planned functions in SQL with each call. In plpgsql it planned again for
-- each array of ids: a generic plan assumes ten elements, looked dearer than one for the array at hand, and was never chosen. Together they were
-- half a millisecond of a like.

create or replace function lock_logos(ids integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from logo where logo_id = any (ids) order by logo_id for no key update;
end $$;

create or replace function lock_designers(ids integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from designer where designer_id = any (ids) order by designer_id for no key update;
end $$;

alter function check_marks(integer[], integer[]) set plan_cache_mode = force_generic_plan;

-- Of a generated column, and so called with each change of a count, too.
create or replace function lowered(words text[]) returns text[] language plpgsql immutable parallel safe as $$
begin
  return (select coalesce(array_agg(distinct lower(word)), '{}') from unnest(words) word);
end $$;
