-- The vector original of a logo, for print. It is its owner's alone; the chair gets those of a book's winners.
create table vector (
  logo_id integer primary key references logo on delete cascade,
  filename text not null check (length(filename) between 1 and 200),
  bytes integer not null check (bytes between 1 and 20000000),
  -- Its name in the store, which no other row ever has. Of 16 first pairs of characters: so many requests list them all.
  file text not null unique check (file ~ '^0[0-9a-f]{31}$'),
  sent_at timestamptz not null
);

alter table unused_picture drop constraint unused_picture_kind_check,
  add constraint unused_picture_kind_check check (kind in ('logo', 'avatar', 'vector'));

-- Its file is queued for removal however its row goes, with the logo or before.
create function after_vector_gone() returns trigger language plpgsql as $$
begin
  insert into unused_picture (kind, image) values ('vector', old.file) on conflict do nothing;
  return null;
end $$;
create trigger vector_delete after delete on vector for each row execute function after_vector_gone();
create trigger vector_replace after update on vector for each row when (old.file <> new.file)
  execute function after_vector_gone();
