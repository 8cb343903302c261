-- What of the feed a member has not looked at yet; and word of changes, for processes that hold pages open.

-- Not the time of the visit but of the newest item that was there: two clocks need not agree.
alter table designer add column activity_seen_at timestamptz not null default now();
comment on column designer.activity_seen_at is 'when the newest item happened of those that were looked at';

-- Announced is whose, and never what: everybody who may connect to the database can listen.
create function announce_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify('activity', designer_id::text) from (select distinct designer_id from changed) whose;
  return null;
end $$;

create trigger activity_insert after insert on activity referencing new table as changed
  for each statement execute function announce_activity();
create trigger activity_delete after delete on activity referencing old table as changed
  for each statement execute function announce_activity();

create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', designer_id::text) from (select distinct designer_id from changed) whose;
  return null;
end $$;

create trigger session_delete after delete on session referencing old table as changed
  for each statement execute function announce_session_end();
