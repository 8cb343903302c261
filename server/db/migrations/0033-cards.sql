-- The pictures of shared links that are in the store, by the name of the file. One is removed some time after it was drawn,
-- and drawn again when it is asked for: what it showed may have changed or be gone.
create table card (
  name text primary key,
  drawn_at timestamptz not null
);
create index card_by_age on card (drawn_at);
