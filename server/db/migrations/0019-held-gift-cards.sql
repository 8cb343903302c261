-- A gift card that a restore brought back unredeemed may have been redeemed since the backup: it waits for staff.
alter table gift_card
  add column held_at timestamptz,
  add constraint gift_card_held check (held_at is null or redeemed_at is null);
