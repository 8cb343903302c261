-- Roles of staff, the history of their acts, and the judging of a book from opening to results.

alter table designer drop constraint designer_role_check;
alter table designer add constraint designer_role_check
  check (role in ('member', 'juror', 'moderator', 'support', 'chair', 'admin'));

-- Every act of staff, written in the transaction of the act itself.
create table staff_act (
  act_id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for whoever works at the shell.
  designer_id integer references designer,
  origin text not null check (origin in ('web', 'shell')),
  -- Such as 'books.state'
  what text not null check (length(what) between 1 and 100),
  kind text not null check (kind in ('book', 'designer', 'logo')),
  subject_id integer not null,
  before jsonb,
  after jsonb,
  why text not null default '' check (length(why) <= 200)
);
create index staff_act_subject on staff_act (kind, subject_id, act_id desc);
create index staff_act_designer_id on staff_act (designer_id, act_id desc);
create trigger staff_act_stays before update or delete on staff_act for each row execute function refuse_change();
create trigger staff_act_stays_whole before truncate on staff_act execute function refuse_change();

alter table book drop constraint book_series_check;
alter table book add constraint book_series_check check (series in ('book', 'master-book', 'textbook'));
alter table book
  add column slug text generated always as (series || '-' || number) stored,
  -- What the page of books shows.
  add column title text not null default '' check (length(title) <= 200),
  add column authors text not null default '' check (length(authors) <= 200),
  add column published_month text check (published_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add column pages smallint check (pages > 0),
  add column blurb text not null default '' check (length(blurb) <= 2000),
  add column ink text check (ink ~ '^#[0-9a-f]{6}$'),
  add column paper text check (paper ~ '^#[0-9a-f]{6}$'),
  add column buy_url text check (length(buy_url) <= 300),
  -- What it was opened with.
  add column places integer check (places > 0),
  add column closes_at timestamptz,
  add column results_by timestamptz,
  add column border_round boolean not null default true,
  add column beacon_source text check (length(beacon_source) between 1 and 500),
  add column beacon_at timestamptz,
  -- The draw: https://en.wikipedia.org/wiki/Commitment_scheme. The secret leaves the server once the book is ratified.
  add column secret bytea check (length(secret) = 32),
  add column commitment text check (commitment ~ '^[0-9a-f]{64}$'),
  add column committed_at timestamptz,
  add column closed_at timestamptz,
  add column entries_hash text check (entries_hash ~ '^[0-9a-f]{64}$'),
  add column inputs_hash text check (inputs_hash ~ '^[0-9a-f]{64}$'),
  add column beacon text check (length(beacon) <= 500),
  add column seed bytea check (length(seed) = 32),
  -- When each later state began.
  add column judging_at timestamptz,
  add column border_at timestamptz,
  add column ratified_at timestamptz,
  add column published_at timestamptz,
  -- Figures published with the results.
  add column reliability jsonb,
  add column severities jsonb,
  -- The last round whose unfinished tiles were given to others.
  add column late_round smallint not null default 0 check (late_round in (0, 1, 2));
alter table book alter column slug set not null;
create unique index book_slug on book (slug);
comment on column book.severities is 'for the chair: [{juror, severity}]';

-- Logo ids of closed books stay although the logo is deleted: the published list and its hash are made of them.
alter table entry drop constraint entry_logo_id_fkey;
alter table entry
  add column disqualified_why text check (length(disqualified_why) between 1 and 200);
create index entry_book_id on entry (book_id, logo_id);

create table juror (
  book_id integer not null references book,
  designer_id integer not null references designer,
  -- By account id, from closing on.
  number smallint check (number between 1 and 10),
  named_at timestamptz not null,
  left_at timestamptz,
  primary key (book_id, designer_id),
  unique (book_id, number)
);
create index juror_designer_id on juror (designer_id);

-- Designers whose work a juror knows, as the juror says.
create table declared (
  book_id integer not null,
  juror_id integer not null,
  designer_id integer not null references designer,
  primary key (book_id, juror_id, designer_id),
  foreign key (book_id, juror_id) references juror on delete cascade
);
create index declared_designer_id on declared (designer_id);

-- Who may not score what. `known` came after the draw; the others stand when the book is closed.
create table conflict (
  book_id integer not null references book,
  logo_id integer not null,
  number smallint not null,
  reason text not null check (reason in ('own', 'credit', 'company', 'declared', 'known')),
  primary key (book_id, logo_id, number)
);

-- A juror's tiles, written in the order of the draw. Positions never change; what comes later goes to the end.
create table assignment (
  assignment_id integer generated always as identity primary key,
  book_id integer not null references book,
  number smallint not null,
  logo_id integer not null,
  round smallint not null check (round in (1, 2)),
  position integer not null check (position > 0),
  is_calibration boolean not null default false,
  -- Given by the draw, and not later because somebody else could not or did not score it.
  is_drawn boolean not null default true,
  is_saved boolean not null default false,
  is_skipped boolean not null default false,
  taken_at timestamptz,
  -- The score that counts: the one given last.
  score smallint check (score between 0 and 10),
  scored_at timestamptz,
  unique (book_id, number, round, position),
  unique (book_id, number, round, is_calibration, logo_id)
);
create index assignment_logo_id on assignment (logo_id);
create index assignment_open on assignment (book_id, number, round, is_skipped, position)
  where score is null and taken_at is null;

-- The open book loses the entry with its logo; the lock makes closing wait for this transaction, or this for closing.
-- Later the entry stays by its number, and its tiles are taken away.
create function after_logo_delete_entries() returns trigger language plpgsql as $$
begin
  perform 1 from book where state = 'open' for share;
  delete from entry using removed, book
  where entry.logo_id = removed.logo_id and book.book_id = entry.book_id and book.closed_at is null;
  update assignment set taken_at = now() from removed
  where assignment.logo_id = removed.logo_id and taken_at is null;
  return null;
end $$;
create trigger logo_delete_entries after delete on logo referencing old table as removed
  for each statement execute function after_logo_delete_entries();

-- Tiles given to somebody else after the draw, in order of time.
create table moved (
  moved_id integer generated always as identity primary key,
  book_id integer not null references book,
  round smallint not null,
  logo_id integer not null,
  from_number smallint not null,
  to_number smallint not null,
  at timestamptz not null
);
create index moved_book_id on moved (book_id, moved_id);

-- Every score ever kept: each hashed with the one before it. Calibration scores are not in it.
create table score (
  book_id integer not null references book,
  n integer not null check (n > 0),
  assignment_id integer not null references assignment,
  logo_id integer not null,
  number smallint not null,
  round smallint not null,
  score smallint not null check (score between 0 and 10),
  scored_at timestamptz not null,
  kept_at timestamptz not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (book_id, n)
);
create index score_assignment_id on score (assignment_id);
create trigger score_stays before update or delete on score for each row execute function refuse_change();
create trigger score_stays_whole before truncate on score execute function refuse_change();

-- The end of a book's chain of scores: whoever appends locks it.
create table score_chain (
  book_id integer primary key references book,
  n integer not null,
  hash text not null
);

-- What each key that a juror sent was answered.
create table score_key (
  designer_id integer not null references designer,
  key text not null check (length(key) between 1 and 64),
  error text,
  primary key (designer_id, key)
);
comment on column score_key.error is 'null where the score was kept';

create table flag (
  book_id integer not null references book,
  logo_id integer not null,
  number smallint not null,
  reason text not null check (reason in ('copy', 'rules')),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  primary key (book_id, logo_id, number)
);

-- The ranking: `first_rank` after the first round, the rest of the fit that counts.
create table result (
  book_id integer not null references book,
  logo_id integer not null,
  rank integer,
  first_rank integer,
  u float8 not null,
  v float8 not null,
  p float8,
  band smallint check (band in (5, 10, 25, 50, 100)),
  cross_check float8 not null,
  primary key (book_id, logo_id)
);
create index result_logo_id on result (logo_id);
create index result_rank on result (book_id, rank);
