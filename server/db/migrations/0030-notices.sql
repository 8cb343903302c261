-- Letters about what is new: how often each member wants which kind, and up to when letters have told of it.
create table notice (
  designer_id integer not null references designer on delete cascade,
  kind text not null
    check (kind in ('comments', 'follows', 'likes', 'new_work', 'saved_searches', 'news', 'results')),
  frequency text not null check (frequency in ('at_once', 'daily', 'weekly', 'never')),
  told_to timestamptz not null,
  primary key (designer_id, kind)
);
-- Finds those whose letter is due.
create index notice_due on notice (frequency, told_to) where frequency <> 'never';

-- Kinds and their frequencies until a member chooses. Comments and saved searches are waited for, the rest is not.
create function default_notices(designer_ids integer[]) returns void language sql as $$
  insert into notice (designer_id, kind, frequency, told_to)
  select id, kind, frequency, now() from unnest(designer_ids) id cross join (values
    ('comments', 'daily'), ('follows', 'weekly'), ('likes', 'weekly'), ('new_work', 'weekly'),
    ('saved_searches', 'daily'), ('news', 'weekly'), ('results', 'weekly')) defaults (kind, frequency)
$$;

create function after_designer_insert() returns trigger language plpgsql as $$
begin
  perform default_notices(array(select designer_id from changed));
  return null;
end $$;
create trigger designer_notices after insert on designer referencing new table as changed
  for each statement execute function after_designer_insert();

select default_notices(array(select designer_id from designer where closed_at is null));

-- The address of the mail's List-Unsubscribe (RFC 8058).
alter table mail add unsubscribe_url text check (length(unsubscribe_url) <= 500);
