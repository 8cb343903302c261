-- The number of a receipt follows from its payment. A counter would go back with the database when that is restored
-- from a backup, and give numbers out again that others have in their mail; a payment that is found again at the
-- provider now has the number it had. Receipts that were issued before keep theirs.

alter table payment
  alter column receipt_id drop identity,
  alter column receipt_id type bigint,
  -- Until the trigger below has given it its number.
  alter column receipt_id set default 0;

-- 261121482930: the day of the payment, and six digits that follow from the provider's id of it.
create function number_receipt() returns trigger language plpgsql as $$
begin
  new.receipt_id := to_char(new.paid_at at time zone 'UTC', 'YYMMDD')::bigint * 1000000
    + ('x' || left(md5(new.payment_id), 8))::bit(32)::bigint % 1000000;
  -- Two of the same number at the same moment: the second sees the first.
  perform pg_advisory_xact_lock(new.receipt_id);
  while exists (select from payment where receipt_id = new.receipt_id) loop
    new.receipt_id := new.receipt_id + 1;
  end loop;
  return new;
end $$;
create trigger payment_numbers_receipt before insert on payment
  for each row when (new.receipt_id = 0) execute function number_receipt();
