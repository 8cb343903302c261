-- When somebody last proved, by signing in or again later, that this session is theirs. Acts of weight need it recent.
alter table session add column confirmed_at timestamptz not null default now();
update session set confirmed_at = created_at;

-- Whether the password is the one of the demonstration, which is public. Such staff need no second factor on a site with
-- demonstration data, and on no other. Salts differ, so a hash that accounts share is that of the demonstration.
alter table designer add column has_demo_password boolean not null default false;
update designer set has_demo_password = true where password_hash in (
  select password_hash from designer where password_hash like '$%' group by 1 having count(*) > 1);

create function forget_demo_password() returns trigger language plpgsql as $$
begin
  new.has_demo_password := false;
  return new;
end $$;
create trigger designer_password before update of password_hash on designer
  for each row when (old.password_hash is distinct from new.password_hash) execute function forget_demo_password();

-- WebAuthn credentials: https://www.w3.org/TR/webauthn-3/
create table passkey (
  passkey_id integer generated always as identity primary key,
  designer_id integer not null references designer on delete cascade,
  -- As the browser names it, in base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- COSE key
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_designer_id on passkey (designer_id);

-- Authenticator apps (RFC 6238). Secrets are encrypted with a key derived from the setting SECRET.
create table totp (
  designer_id integer primary key references designer on delete cascade,
  -- Null until a code of it has been typed.
  secret bytea,
  -- A secret that replaces the other one once a code of it has been typed.
  pending_secret bytea,
  -- Of the last code that was accepted, since 1970 in steps of 30 s: it and those before it count no more.
  last_step bigint not null default 0
);

-- Keyed hashes of unused recovery codes; a used one is deleted.
create table recovery_code (
  designer_id integer not null references designer on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (designer_id, code_hash)
);

-- Sign-ins whose password was right and whose second factor is missing. The cookie, of which this is the hash, opens nothing.
create table half_sign_in (
  token_hash bytea primary key check (length(token_hash) = 32),
  designer_id integer not null references designer on delete cascade,
  -- The keyed hash of the name as typed: wrong codes count like wrong passwords.
  name_hash text not null,
  expires_at timestamptz not null
);
create index half_sign_in_designer_id on half_sign_in (designer_id);
create index half_sign_in_expires_at on half_sign_in (expires_at);

-- What an authenticator has to sign; each is used once.
create table webauthn_challenge (
  challenge text primary key check (length(challenge) between 1 and 100),
  -- Who registers a passkey with it; null where one signs in or confirms.
  designer_id integer references designer on delete cascade,
  expires_at timestamptz not null
);
create index webauthn_challenge_designer_id on webauthn_challenge (designer_id);
create index webauthn_challenge_expires_at on webauthn_challenge (expires_at);
