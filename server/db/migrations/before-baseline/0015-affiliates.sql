-- Codes that bring members (`/join?aff=…`), and whom they brought. `designer.affiliate` is what somebody came with, of a
-- known code or not; only what is paid is credited.
create table affiliate (
  code text primary key check (code ~ '^[A-Za-z0-9_-]{2,40}$'),
  designer_id integer not null references designer,
  created_at timestamptz not null
);
create unique index affiliate_code on affiliate (lower(code));
create index affiliate_designer_id on affiliate (designer_id);

-- Nobody is brought twice. A credit counts as long as its grant does: it is reversed, and comes back, with that.
create table affiliate_credit (
  designer_id integer primary key references designer,
  code text not null references affiliate,
  grant_id integer not null references membership_grant,
  created_at timestamptz not null
);
create index affiliate_credit_code on affiliate_credit (code);
create index affiliate_credit_grant_id on affiliate_credit (grant_id);
