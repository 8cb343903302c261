-- baseline
-- Money. What the payment provider says is kept in `payment`, `refund` and `subscription`; what it bought, in
-- `membership_grant`. Nothing stores a member's last day: the view `membership` computes it from the grants.

-- Purchases -----------------------------------------------------------------------------------------------------

-- An intent: a purchase that was begun. Who pays (a member, or the registration of a new one), what, and how much.
create table checkout_intent (
  intent_id uuid primary key,
  designer_id integer references designer,
  -- The validated fields, with the password hashed; emptied once the account exists or never will.
  registration jsonb,
  -- Hash of the visitor's token: only the browser that began may report the approval.
  visitor_hash bytea,
  plan text not null check (plan in ('yearly', 'monthly')),
  amount_cents integer not null check (amount_cents > 0),
  affiliate text not null default '' check (length(affiliate) <= 40),
  -- Sent to the provider when it lies in the future; null: at once.
  starts_on date,
  subscription_id text unique check (length(subscription_id) between 1 and 100),
  state text not null default 'open' check (state in ('open', 'settling', 'settled', 'refused', 'expired')),
  -- A code; the sentence for the buyer belongs to the program.
  refused_because text check (refused_because in ('mismatch', 'late', 'another_subscription', 'unfinished', 'undone',
    'provider', 'account_closed', 'username_taken', 'email_taken')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Reconciliation takes the intents first that were checked longest ago.
  checked_at timestamptz not null default '-infinity',
  -- While the purchase can still succeed, somebody must be there to become a member.
  check (state not in ('open', 'settling') or designer_id is not null or registration is not null)
);
create index checkout_intent_state on checkout_intent (state, created_at) where state in ('open', 'settling');
create index checkout_intent_designer_id on checkout_intent (designer_id) where designer_id is not null;
-- A member who approves two purchases at once is charged for one. A name is given to one of two registrations.
create unique index checkout_intent_one_settling on checkout_intent (designer_id) where state = 'settling';
create unique index checkout_intent_username on checkout_intent (lower(registration ->> 'username'))
  where state = 'settling';
create unique index checkout_intent_email on checkout_intent (lower(registration ->> 'email'))
  where state = 'settling';

create table subscription (
  -- The payment provider's id.
  subscription_id text primary key check (length(subscription_id) between 1 and 100),
  -- No cascade: what was paid stays on record, so an account with a subscription is closed, not deleted.
  designer_id integer not null constraint subscription_designer references designer,
  plan text not null check (plan in ('yearly', 'monthly')),
  -- superseded: the member has another one; this one is being cancelled at the provider.
  status text not null check (status in ('active', 'suspended', 'cancelled', 'expired', 'superseded')),
  started_at timestamptz not null default now(),
  next_billing_time timestamptz,
  -- Until then the member has access although the first payment has not arrived yet.
  provisional_until timestamptz,
  intent_id uuid unique references checkout_intent,
  -- The day its periods are counted from; set by its first payment.
  anchor date,
  -- The provider's account that pays.
  payer_id text not null default '' check (length(payer_id) <= 100),
  cancel_requested_at timestamptz,
  -- The provider's time of the state we know: an older answer changes nothing.
  updated_at timestamptz not null default '-infinity',
  checked_at timestamptz not null default '-infinity'
);
create index subscription_designer_id on subscription (designer_id, started_at desc);
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
  -- When a dispute took the money back.
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  -- The number of its receipt; 0 until the trigger below has numbered it.
  receipt_id bigint not null unique default 0,
  -- Name and address of the payer at that time; removed when the account is closed.
  payer jsonb,
  check ((status = 'reversed') = (reversed_at is not null))
);
create index payment_subscription_id on payment (subscription_id, paid_at);
create index payment_designer_id on payment (designer_id, paid_at desc);

-- Partial refunds. Only the provider's messages tell the amount.
create table refund (
  -- The provider's id.
  refund_id text primary key check (length(refund_id) between 1 and 100),
  payment_id text not null references payment,
  amount_cents integer not null check (amount_cents > 0),
  refunded_at timestamptz not null
);
create index refund_payment_id on refund (payment_id, refunded_at);

-- The provider's webhook messages as received. They say when to ask the provider, never an amount to book.
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

-- Receipts ------------------------------------------------------------------------------------------------------

-- A receipt stays the same when its member moves, and when the provider's messages are deleted.

create function payer_of(designer designer) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'first_name', designer.first_name, 'last_name', designer.last_name, 'company', designer.company,
    'address1', designer.address1, 'address2', designer.address2, 'city', designer.city,
    'state', designer.state, 'zip', designer.zip, 'country', designer.country)
$$;

create function keep_payer() returns trigger language plpgsql as $$
begin
  select payer_of(designer) into new.payer
  from designer where designer_id = new.designer_id and closed_at is null;
  return new;
end $$;
create trigger payment_keeps_payer before insert on payment for each row execute function keep_payer();

-- Numbers a receipt from its payment, as 261121482930: the day, and six digits derived from the provider's id. A sequence
-- would go back when the database is restored from a backup, and repeat numbers that members have in their mail.
create function number_receipt() returns trigger language plpgsql as $$
begin
  new.receipt_id := to_char(new.paid_at at time zone 'UTC', 'YYMMDD')::bigint * 1000000
    + ('x' || left(md5(new.payment_id), 8))::bit(32)::bigint % 1000000;
  -- Serializes payments of the same number: the second one sees the first.
  perform pg_advisory_xact_lock(new.receipt_id);
  while exists (select from payment where receipt_id = new.receipt_id) loop
    new.receipt_id := new.receipt_id + 1;
  end loop;
  return new;
end $$;
create trigger payment_numbers_receipt before insert on payment
  for each row when (new.receipt_id = 0) execute function number_receipt();

-- Gift cards ----------------------------------------------------------------------------------------------------

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

-- The ledger ----------------------------------------------------------------------------------------------------

-- Grants are added by money, a gift card or an admin, and reversed; they are never changed.
create table membership_grant (
  grant_id integer generated always as identity primary key,
  designer_id integer not null constraint membership_grant_designer references designer,
  source text not null check (source in ('payment', 'gift_card', 'admin')),
  -- What the grant came from (a payment's id, a gift card's): one source grants once.
  source_reference text not null check (length(source_reference) between 1 and 200),
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default now(),
  reversed_at timestamptz,
  check (ends_on > starts_on),
  unique (source, source_reference)
);
create index membership_grant_designer_id on membership_grant (designer_id, ends_on desc);

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
  'member_expire is the latest end of the grants not reversed; the subscription is the active one; shared/rules/membership.ts decides access';

-- What happened to money and memberships, and why. Append-only.
create table ledger_audit (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null,
  designer_id integer references designer,
  subscription_id text,
  what text not null check (length(what) <= 100),
  detail jsonb not null default '{}',
  -- A person has to decide.
  needs_attention boolean not null default false
);
create index ledger_audit_designer_id on ledger_audit (designer_id, audit_id);
create index ledger_audit_subscription_id on ledger_audit (subscription_id, what);
-- An entry is written once, even if several processes write it at the same time.
create unique index ledger_audit_once on ledger_audit (what, subscription_id, designer_id, md5(detail::text))
  nulls not distinct;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are only ever added', tg_table_name;
end $$;
create trigger ledger_audit_append_only before update or delete on ledger_audit
  for each row execute function refuse_change();

-- Affiliates ----------------------------------------------------------------------------------------------------

-- Codes that bring members (`/join?aff=…`). `designer.affiliate` holds the code that somebody came with, known or not;
-- a credit is given for a payment only.
create table affiliate (
  code text primary key check (code ~ '^[A-Za-z0-9_-]{2,40}$'),
  designer_id integer not null references designer,
  created_at timestamptz not null
);
create unique index affiliate_code on affiliate (lower(code));
create index affiliate_designer_id on affiliate (designer_id);

-- One credit per new member. It counts as long as its grant does.
create table affiliate_credit (
  designer_id integer primary key references designer,
  code text not null references affiliate,
  grant_id integer not null references membership_grant,
  created_at timestamptz not null
);
create index affiliate_credit_code on affiliate_credit (code);
create index affiliate_credit_grant_id on affiliate_credit (grant_id);

-- The sandbox ---------------------------------------------------------------------------------------------------

-- State of the built-in payment provider for tests and demonstrations.
create table payment_sandbox (
  kind text not null check (kind in ('subscription', 'event', 'key', 'clock', 'product', 'plan', 'webhook')),
  id text not null check (length(id) between 1 and 200),
  value jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (kind, id)
);
