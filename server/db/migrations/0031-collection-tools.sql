-- Collections as a working tool: an own order, a cover, a note to each logo, and a link for a client.
alter table collection add cover_logo_id integer;
comment on column collection.cover_logo_id is 'counts while the collection holds the logo';
alter table collection_logo
  add place integer,
  add note text not null default '' check (length(note) <= 500);
comment on column collection_logo.place is 'in the own order; null: not ordered yet, before all that are';

create table collection_link (
  collection_id integer primary key references collection on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  until timestamptz not null,
  opened_ct integer not null default 0 check (opened_ct >= 0),
  created_at timestamptz not null
);
create table collection_link_opening (
  collection_id integer not null references collection_link on delete cascade,
  day date not null,
  viewer text not null check (length(viewer) <= 64),
  primary key (collection_id, day, viewer)
);
