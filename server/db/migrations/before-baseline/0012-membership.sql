-- Money. What the provider says is kept in `payment` and `subscription`; what it bought, in `membership_grant`.
-- Nothing writes a member's last day: the view below is the only place it comes from.

-- A purchase begun: who pays (a member, or the registration of a new one), what, and how much.
create table checkout_intent (
  intent_id uuid primary key,
  designer_id integer references designer,
  -- The checked fields with the password already hashed; emptied when the account exists or never will.
  registration jsonb,
  -- Hash of the visitor's token: only the browser that began may say that it was approved.
  visitor_hash bytea,
  plan text not null check (plan in ('yearly', 'monthly')),
  amount_cents integer not null check (amount_cents > 0),
  affiliate text not null default '' check (length(affiliate) <= 40),
  -- Sent to the provider when it lies ahead; null: at once.
  starts_on date,
  subscription_id text unique check (length(subscription_id) between 1 and 100),
  state text not null default 'open' check (state in ('open', 'settling', 'settled', 'refused', 'expired')),
  refused_because text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- While it is open somebody must be there to become a member.
  check (state not in ('open', 'settling') or designer_id is not null or registration is not null)
);
create index checkout_intent_state on checkout_intent (state, created_at) where state in ('open', 'settling');
create index checkout_intent_designer_id on checkout_intent (designer_id) where designer_id is not null;
-- Of two purchases that one member approved at once, one is charged.
create unique index checkout_intent_one_settling on checkout_intent (designer_id) where state = 'settling';
create unique index checkout_intent_username on checkout_intent (lower(registration ->> 'username'))
  where state = 'settling';
create unique index checkout_intent_email on checkout_intent (lower(registration ->> 'email'))
  where state = 'settling';

alter table subscription
  add column intent_id uuid unique references checkout_intent,
  -- The day its periods are counted from; set by its first payment.
  add column anchor date,
  -- Of the provider's account that pays.
  add column payer_id text not null default '' check (length(payer_id) <= 100),
  add column cancel_requested_at timestamptz,
  -- The provider's own time of the state we know: an older answer changes nothing.
  add column updated_at timestamptz not null default '-infinity',
  add column checked_at timestamptz not null default '-infinity',
  drop constraint subscription_status_check,
  -- unwanted: active at the provider, but of somebody who has another; being cancelled.
  add constraint subscription_status_check
    check (status in ('active', 'suspended', 'cancelled', 'expired', 'unwanted'));
drop index subscription_one_active;
create unique index subscription_one_active on subscription (designer_id) where status in ('active', 'suspended');

create table payment (
  -- The provider's id of the sale.
  payment_id text primary key check (length(payment_id) between 1 and 100),
  subscription_id text not null references subscription,
  designer_id integer not null references designer,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null
    check (status in ('pending', 'declined', 'completed', 'partially_refunded', 'refunded', 'reversed')),
  paid_at timestamptz not null,
  -- When the money was taken back in a dispute.
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'reversed') = (reversed_at is not null))
);
create index payment_subscription_id on payment (subscription_id, paid_at);
create index payment_designer_id on payment (designer_id, paid_at desc);

-- What the provider reported, as it came. A trigger to look, never a source of amounts.
create table webhook_event (
  event_id text primary key check (length(event_id) between 1 and 100),
  event_type text not null check (length(event_type) <= 100),
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  last_error text
);
create index webhook_event_waiting on webhook_event (next_try_at) where processed_at is null;

create table gift_card (
  gift_card_id integer generated always as identity primary key,
  -- HMAC-SHA256 under the installation's secret: a stolen table buys nothing.
  code_hmac bytea not null unique check (length(code_hmac) = 32),
  last4 text not null check (length(last4) = 4),
  term_months integer not null check (term_months in (1, 12)),
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null,
  expires_at timestamptz,
  voided_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by integer references designer,
  check ((redeemed_at is null) = (redeemed_by is null)),
  check (voided_at is null or redeemed_at is null)
);
create index gift_card_redeemed_by on gift_card (redeemed_by) where redeemed_by is not null;

-- What happened to money and memberships and why; rows are only ever added.
create table ledger_audit (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null,
  designer_id integer references designer,
  subscription_id text,
  what text not null check (length(what) <= 100),
  detail jsonb not null default '{}',
  -- Somebody has to decide.
  needs_attention boolean not null default false
);
create index ledger_audit_designer_id on ledger_audit (designer_id, audit_id);
create index ledger_audit_subscription_id on ledger_audit (subscription_id, what);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are only ever added', tg_table_name;
end $$;
create trigger ledger_audit_only_grows before update or delete on ledger_audit
  for each row execute function refuse_change();

-- A provider of our own for tests and demonstrations remembers here.
create table payment_sandbox (
  kind text not null check (kind in ('subscription', 'event', 'key', 'clock')),
  id text not null check (length(id) between 1 and 200),
  value jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (kind, id)
);

drop view membership;
create view membership as
select designer.designer_id, latest.ends_on as member_expire, latest.source,
  active.subscription_id, active.plan, active.next_billing_time, active.provisional_until,
  coalesce(
    (select max(reversed_at) from payment where payment.designer_id = designer.designer_id) >=
    (select coalesce(max(created_at), '-infinity') from membership_grant
      where membership_grant.designer_id = designer.designer_id and reversed_at is null),
    false) as is_revoked
from designer
left join lateral (
  select ends_on, source from membership_grant
  where membership_grant.designer_id = designer.designer_id and reversed_at is null
  order by ends_on desc, grant_id desc limit 1
) latest on true
left join subscription active on active.designer_id = designer.designer_id and active.status = 'active';
comment on view membership is
  'member_expire is the latest end of the grants not reversed; the subscription is the active one; shared/rules/membership.ts decides over it';
