-- What staff do at the desk: acts on anything that has a number, cases of the ledger that were looked at, time given.
alter table staff_act drop constraint staff_act_kind_check;
alter table staff_act add constraint staff_act_kind_check check (kind ~ '^[a-z_-]{1,40}$');
create index staff_act_at on staff_act (at desc, act_id desc);

-- The audit itself is never changed: that a case is done is a row of its own.
create table attention_done (
  audit_id bigint primary key references ledger_audit,
  at timestamptz not null,
  -- Null for whoever works at the shell.
  designer_id integer references designer,
  why text not null check (length(why) between 1 and 200)
);
create index attention_done_designer_id on attention_done (designer_id);
create index ledger_audit_attention on ledger_audit (audit_id) where needs_attention;

-- Who gave a grant of source 'admin', and in which role: what support may give in a year is counted by it.
create table staff_grant (
  grant_id integer primary key references membership_grant,
  given_by integer references designer,
  given_role text not null,
  days integer not null check (days between 1 and 731),
  why text not null default '' check (length(why) <= 200)
);
create index staff_grant_given_by on staff_grant (given_by);
