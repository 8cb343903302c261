-- Likes that are given while the bitmaps of likes are made reach those that there are by then: each is written by itself,
-- whether or not the others have been made.

create or replace function after_logo_standing() returns trigger language plpgsql as $$
declare ids integer[]; terms text[]; likes_ids integer[]; are_set boolean[];
begin
  select array_agg(a.logo_id) into ids from after_update a join before_update b using (logo_id)
  where a.is_ranked <> b.is_ranked or (a.collection_ct > 0) <> (b.collection_ct > 0);
  if ids is not null then perform index_logos(ids); end if;
  if exists (
    select from after_update a join before_update b using (logo_id)
    join unnest(like_steps()) step on (a.like_ct >= step) <> (b.like_ct >= step)
  ) then
    -- Not while a bitmap is being made, which would miss it; what follows sees which there are now.
    lock table logo_search in row exclusive mode;
    select array_agg(term), array_agg(a.logo_id), array_agg(a.like_ct >= step) into terms, likes_ids, are_set
    from after_update a join before_update b using (logo_id)
    join unnest(like_steps()) step on (a.like_ct >= step) <> (b.like_ct >= step)
    join search_term on term = '~l' || step and is_frequent;
    if terms is not null then perform change_bits(terms, likes_ids, are_set); end if;
  end if;
  return null;
end $$;
