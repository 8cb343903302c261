-- Blind: each day's twenty logos of one published book, as they were drawn, and how often each was kept. A logo that is hidden later stays in the list: its square is empty.
create table blind_day (
  day date primary key,
  number int not null unique check (number > 0),
  book_id int not null references book,
  logo_ids int[] not null check (cardinality(logo_ids) = 20),
  player_ct int not null default 0,
  -- By place.
  kept_cts int[] not null default array_fill(0, array[20]) check (cardinality(kept_cts) = 20)
);

-- Who has played: a hash of day and device, so that a device's days can't be put together. Needed while a day can be played.
create table blind_player (
  day date not null references blind_day on delete cascade,
  device bytea not null check (length(device) = 32),
  primary key (day, device)
);
