-- A collection is full at 2,000 logos. It is counted under the collection's lock, so that of two saves at once one is refused.
create or replace function after_save_change() returns trigger language plpgsql as $$
begin
  perform lock_logos(array(select distinct logo_id from changed));
  perform 1 from collection where collection_id in (select collection_id from changed)
    order by collection_id for no key update;
  if tg_op = 'INSERT' then
    perform check_marks(array_agg(logo_id order by logo_id, designer_id), array_agg(designer_id order by logo_id, designer_id))
    from changed join collection using (collection_id);
    if exists (select from changed join collection using (collection_id)
        group by collection_id, logo_ct having logo_ct + count(*) > 2000) then
      perform refuse_marks('collection_room', 'The collection is full');
    end if;
  end if;
  -- Saves in a hidden collection count nowhere.
  update logo set collection_ct = collection_ct + case tg_op when 'INSERT' then n else -n end
  from (select logo_id, count(*)::int as n from changed
        where not exists (select from collection
          where collection.collection_id = changed.collection_id and hidden_at is not null)
        group by logo_id) c where logo.logo_id = c.logo_id;
  update collection set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select collection_id, count(*)::int as n from changed
        where not exists (select from logo where logo.logo_id = changed.logo_id and hidden_at is not null)
        group by collection_id) c
  where collection.collection_id = c.collection_id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, logo_id, collection_id, created_at)
    select logo.designer_id, collection.designer_id, 'save', logo_id, collection_id, changed.created_at
    from changed join collection using (collection_id) join logo using (logo_id)
    where collection.is_public and collection.hidden_at is null and logo.designer_id <> collection.designer_id;
  else
    delete from activity using changed
    where activity.type = 'save' and activity.collection_id = changed.collection_id
      and activity.logo_id = changed.logo_id;
  end if;
  return null;
end $$;
