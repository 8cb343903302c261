-- Housekeeping deletes what feeds do not keep. Nobody waits for news of that.
create or replace function announce_activity() returns trigger language plpgsql as $$
begin
  perform announce_news(array(select distinct designer_id from changed where created_at > now() - interval '365 days'));
  return null;
end $$;
