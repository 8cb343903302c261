-- Members who help with another's collection: they see it, add and take away logos, order them and take notes.
create table collection_helper (
  collection_id integer not null references collection on delete cascade,
  designer_id integer not null references designer on delete cascade,
  created_at timestamptz not null,
  primary key (collection_id, designer_id)
);
create index collection_helper_designer_id on collection_helper (designer_id);
