-- Why a purchase was refused is a code; the sentence for the buyer belongs to the program.
update checkout_intent set refused_because = case refused_because
    when 'This payment does not match what was ordered.' then 'mismatch'
    when 'This payment was approved too late. Please start again.' then 'late'
    when 'You already have an active subscription.' then 'another_subscription'
    when 'The payment was not completed.' then 'unfinished'
    when 'The payment was undone before the membership began.' then 'undone'
    when 'The payment provider did not accept the payment. Please try another way to pay.' then 'provider'
    when 'This account is closed.' then 'account_closed'
    when 'Username is already taken' then 'username_taken'
    when 'Email is already in use' then 'email_taken'
    else 'unfinished' end
  where refused_because is not null;
alter table checkout_intent add constraint checkout_intent_refused_because_check
  check (refused_because in ('mismatch', 'late', 'another_subscription', 'unfinished', 'undone', 'provider',
    'account_closed', 'username_taken', 'email_taken'));

-- A subscription of somebody who has another; it is being cancelled at the provider.
alter table subscription drop constraint subscription_status_check;
update subscription set status = 'superseded' where status = 'unwanted';
alter table subscription add constraint subscription_status_check
  check (status in ('active', 'suspended', 'cancelled', 'expired', 'superseded'));

-- The same entry is written once, whichever processes write it at the same time.
alter table ledger_audit disable trigger ledger_audit_only_grows;
delete from ledger_audit again using ledger_audit first
  where again.audit_id > first.audit_id and again.what = first.what and again.detail = first.detail
    and again.subscription_id is not distinct from first.subscription_id
    and again.designer_id is not distinct from first.designer_id;
alter table ledger_audit enable trigger ledger_audit_only_grows;
create unique index ledger_audit_once on ledger_audit (what, subscription_id, designer_id, md5(detail::text))
  nulls not distinct;
