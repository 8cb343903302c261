-- Searches that members keep, and up to which logo they have seen what each finds.
create table saved_search (
  search_id integer generated always as identity primary key,
  designer_id integer not null references designer on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- The filters as the query string of a search, in one order.
  query text not null check (length(query) between 1 and 4000),
  seen_id integer not null,
  created_at timestamptz not null,
  unique (designer_id, query)
);
