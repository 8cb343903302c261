-- baseline
-- The mail outbox: a mail is written in the transaction of what it tells, and sent by a job.

create table mail (
  -- Also its Message-ID: the same at every attempt.
  mail_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  dedupe_key text not null check (length(dedupe_key) between 1 and 300),
  -- Empty: no recipient exists; never sent.
  to_address text not null check (length(to_address) <= 254),
  reply_to text check (length(reply_to) <= 254),
  subject text not null,
  html text not null,
  text text not null,
  token_until timestamptz,
  -- dead: given up after the last attempt.
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'dead')),
  attempts integer not null default 0,
  interruptions integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  problem text not null default '',
  created_at timestamptz not null default now(),
  -- The same event reported again is the same mail.
  unique (kind, dedupe_key)
);
create index mail_due on mail (next_attempt_at) where status in ('queued', 'sending');
create index mail_created_at on mail (created_at);
comment on column mail.token_until is
  'the body holds a token valid until then: the mail is not sent later, and its body is blanked once it is sent';
comment on column mail.interruptions is 'how many times a process ended while sending it';
comment on column mail.next_attempt_at is 'queued: when it is due; sending: when its process is presumed dead';
comment on column mail.problem is 'the error of the last attempt';

-- Addresses whose server said that there is no such mailbox.
create table mail_suppression (
  address text primary key check (address = lower(address)),
  reason text not null,
  created_at timestamptz not null default now()
);
