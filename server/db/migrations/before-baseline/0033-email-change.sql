-- Changes of an email address. The new one counts once its link is opened; the old one can be put back for a week.

create table email_change (
  email_change_id integer generated always as identity primary key,
  designer_id integer not null references designer on delete cascade,
  old_email text not null check (length(old_email) <= 254),
  new_email text not null check (length(new_email) <= 254),
  -- SHA-256 of the 32 random bytes in the links that are mailed to the new and to the old address.
  confirm_hash bytea not null unique check (length(confirm_hash) = 32),
  restore_hash bytea not null unique check (length(restore_hash) = 32),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'withdrawn', 'restored')),
  created_at timestamptz not null
);
create unique index email_change_waiting on email_change (designer_id) where state = 'waiting';
create index email_change_designer_id on email_change (designer_id);
create index email_change_created_at on email_change (created_at);
