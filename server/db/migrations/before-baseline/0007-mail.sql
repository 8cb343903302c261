-- Mail that is to be sent, and what a forgotten password needs.

create table mail (
  -- Also its Message-ID: the same at every attempt.
  mail_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  dedupe_key text not null check (length(dedupe_key) between 1 and 300),
  -- Empty: written for nobody, and never sent.
  to_address text not null check (length(to_address) <= 254),
  reply_to text check (length(reply_to) <= 254),
  subject text not null,
  html text not null,
  text text not null,
  token_until timestamptz,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'dead')),
  attempts integer not null default 0,
  interruptions integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  problem text not null default '',
  created_at timestamptz not null default now(),
  -- The same event, told of again, is the same mail.
  unique (kind, dedupe_key)
);
create index mail_due on mail (next_attempt_at) where status in ('queued', 'sending');
create index mail_created_at on mail (created_at);
comment on column mail.token_until is
  'the body holds a token that is good until then: later it is not sent, and once it is, the body is blanked';
comment on column mail.interruptions is 'how often it was left in sending by a process that ended';
comment on column mail.next_attempt_at is 'when queued; when sending, the moment its process is taken for dead';
comment on column mail.problem is 'what the last attempt failed of';

-- Addresses of which their own server says that there is no such mailbox.
create table mail_suppression (
  address text primary key check (address = lower(address)),
  reason text not null,
  created_at timestamptz not null default now()
);

create table password_reset (
  -- SHA-256 of the 32 random bytes in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  -- Null: asked for by a name that nobody has. The row is written all the same, so that time tells nothing.
  designer_id integer references designer on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_designer_id on password_reset (designer_id);
create index password_reset_expires_at on password_reset (expires_at);
