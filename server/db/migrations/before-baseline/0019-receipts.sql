-- What a receipt says does not change when its member moves, nor when the provider's messages are cleared.

alter table payment
  -- The number of its receipt.
  add column receipt_id integer generated always as identity (start with 1001) unique,
  -- Name and address of whoever paid, as they were then; forgotten when the account is closed.
  add column payer jsonb;

create function payer_of(designer designer) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'first_name', designer.first_name, 'last_name', designer.last_name, 'company', designer.company,
    'address1', designer.address1, 'address2', designer.address2, 'city', designer.city,
    'state', designer.state, 'zip', designer.zip, 'country', designer.country)
$$;

update payment set payer = payer_of(designer)
from designer where designer.designer_id = payment.designer_id and designer.closed_at is null;

-- Whoever writes a payment, and whatever it becomes of later.
create function keep_payer() returns trigger language plpgsql as $$
begin
  select payer_of(designer) into new.payer
  from designer where designer_id = new.designer_id and closed_at is null;
  return new;
end $$;
create trigger payment_keeps_payer before insert on payment for each row execute function keep_payer();

-- Money that the provider's messages say was given back: how much of a payment, nothing else of the provider's tells.
create table refund (
  -- The provider's id of it.
  refund_id text primary key check (length(refund_id) between 1 and 100),
  payment_id text not null references payment,
  amount_cents integer not null check (amount_cents > 0),
  refunded_at timestamptz not null
);
create index refund_payment_id on refund (payment_id, refunded_at);

alter table payment_sandbox drop constraint payment_sandbox_kind_check,
  add constraint payment_sandbox_kind_check
    check (kind in ('subscription', 'event', 'key', 'clock', 'product', 'plan', 'webhook'));
