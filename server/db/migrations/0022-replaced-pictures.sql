-- A logo's picture may be replaced by its owner. The earlier ones are kept: a report shows what was reported, and an entry of a
-- book what was entered. They go with the logo.
alter table logo add replaced_at timestamptz;

create table replaced_picture (
  logo_id integer not null references logo on delete cascade,
  image text not null check (image ~ '^[0-9a-f]{32}(-2(-first)?)?$'),
  ground text check (ground ~ '^#[0-9a-f]{6}$'),
  replaced_at timestamptz not null,
  primary key (logo_id, replaced_at)
);
create index replaced_picture_pixels on replaced_picture (left(image, 32));

-- The files of an earlier picture are queued for removal however its logo is deleted.
create function after_replaced_picture_delete() returns trigger language plpgsql as $$
begin
  insert into unused_picture (kind, image) select distinct 'logo', left(image, 32) from removed on conflict do nothing;
  return null;
end $$;
create trigger replaced_picture_delete after delete on replaced_picture
  referencing old table as removed for each statement execute function after_replaced_picture_delete();
