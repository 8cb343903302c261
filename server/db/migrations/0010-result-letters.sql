-- The letters of a published book: one for every entrant. Written into the outbox in portions; what is left after a crash
-- is written at the next start.
create table result_letter (
  book_id integer not null references book,
  designer_id integer not null references designer on delete cascade,
  -- When its mail was put into the outbox, or found to be for nobody.
  written_at timestamptz,
  primary key (book_id, designer_id)
);
create index result_letter_waiting on result_letter (book_id, designer_id) where written_at is null;
