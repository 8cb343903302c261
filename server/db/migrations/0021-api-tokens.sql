-- API tokens: programs call as their designer. Of the token only the hash is kept.
create table api_token (
  token_id int generated always as identity primary key,
  designer_id int not null references designer,
  name text not null check (length(name) between 1 and 100),
  scope text not null check (scope in ('read', 'write')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_token_designer_id on api_token (designer_id);
