-- Webhooks: a designer's program is told what happens to the designer's logos. The secret that signs is sealed; none after a restore.
create table webhook (
  webhook_id int generated always as identity primary key,
  designer_id int not null references designer,
  url text not null check (length(url) between 1 and 300),
  events text[] not null check (cardinality(events) > 0 and events <@ array['logo.liked', 'logo.commented', 'designer.followed', 'results.published']),
  secret bytea,
  is_paused boolean not null default false,
  created_at timestamptz not null,
  -- Failed attempts since the last good one. Messages wait until next_attempt_at, which is also the lease of the attempt under way.
  failure_ct int not null default 0,
  next_attempt_at timestamptz not null,
  check (is_paused or secret is not null)
);
create index webhook_designer_id on webhook (designer_id);

-- A message for a webhook, sent in the order of delivery_id. What it says is read when it is sent: it names what it is about.
create table webhook_delivery (
  delivery_id bigint generated always as identity primary key,
  webhook_id int not null references webhook on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  -- What it is about, so that the same is told once: 'like ACTOR LOGO', 'book ID' and so on.
  subject text not null,
  activity_id bigint,
  activity_at timestamptz,
  book_id int references book,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  created_at timestamptz not null default now(),
  attempt_ct int not null default 0,
  last_attempt_at timestamptz,
  -- The answer to the last attempt, or why there was none.
  status int,
  problem text not null default '',
  unique (webhook_id, subject)
);
create index webhook_delivery_queued on webhook_delivery (webhook_id, delivery_id) where state = 'queued';

-- Items of the feed that are new become messages; those that come back after hiding are older, or were told already.
create function queue_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery (webhook_id, event, subject, activity_id, activity_at)
  select webhook_id, event, subject, activity_id, changed.created_at
  from changed join webhook using (designer_id)
  cross join lateral (
    select case type when 'like' then 'logo.liked' when 'comment' then 'logo.commented' when 'follow' then 'designer.followed' end as event,
      concat_ws(' ', type, actor_id, logo_id, comment_id) as subject) told
  where event = any (webhook.events) and not is_paused and changed.created_at >= webhook.created_at
    and changed.created_at > now() - interval '1 hour'
  on conflict do nothing;
  return null;
end $$;
create trigger activity_webhooks after insert on activity referencing new table as changed
  for each statement execute function queue_webhooks();
