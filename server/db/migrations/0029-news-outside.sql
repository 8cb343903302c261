-- With Valkey, news travel without NOTIFY, which holds one lock of the whole server until its transaction has committed: of
-- writers at the same time, each waited for the commits of all others. A connection that has set colophon.news to 'notice' is
-- told whose news they are, and its process passes them on after the commit. All other connections (shell, jobs, SQL) notify.

create function announce_news(designer_ids integer[]) returns void language plpgsql as $$
begin
  if current_setting('colophon.news', true) = 'notice' then
    if designer_ids <> '{}' then
      raise notice using message = 'news', detail = array_to_string(designer_ids, ',');
    end if;
  else
    perform pg_notify('activity', id::text) from unnest(designer_ids) id;
  end if;
end $$;

create or replace function announce_activity() returns trigger language plpgsql as $$
begin
  perform announce_news(array(select distinct designer_id from changed));
  return null;
end $$;
