-- When a factor was added, so that an owner who takes the account back removes what a stranger has added; null: long ago.
alter table totp add column added_at timestamptz;
alter table recovery_code add column created_at timestamptz;

-- When the session was last confirmed by a second factor, as against the password alone.
alter table session add column factor_at timestamptz;

-- The link in the letter about a new factor: removes what was added since, and opens the account to its owner.
create table factor_undo (
  token_hash bytea primary key check (length(token_hash) = 32),
  designer_id int not null references designer on delete cascade,
  since timestamptz not null,
  expires_at timestamptz not null
);
create index factor_undo_designer_id on factor_undo (designer_id);
create index factor_undo_expires_at on factor_undo (expires_at);
