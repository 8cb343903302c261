-- When a purchase under way was last looked at: those that waited longest come first.
alter table checkout_intent add column checked_at timestamptz not null default '-infinity';
