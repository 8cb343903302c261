-- Sixteen: every shown logo at 16 px, in atlases of at most 256 squares, which follow each other in the order of the grounds.
-- server/jobs/draw-atlases.ts alone writes the first two tables; triggers tell it what has changed.
create table sixteen_atlas (
  atlas_id int primary key generated always as identity,
  image text not null unique check (image ~ '^[0-9a-f]{32}$') /* hash of the pictures and of whose they are */,
  logo_ct smallint not null check (logo_ct between 1 and 256),
  -- Of the first square: what comes before it is in the atlas before.
  first_place int not null,
  first_logo_id int not null,
  -- Lossless WebP, 16 squares wide: each 16 px, and 32 px for high-density screens.
  small bytea not null,
  large bytea not null
);

-- No foreign key to the logo: deleting one must not wait for an atlas that is being drawn.
create table sixteen_square (
  logo_id int primary key,
  atlas_id int not null references sixteen_atlas,
  slot smallint not null check (slot between 0 and 255),
  picture text not null /* hash of the pixels it was made from */,
  place int not null /* in the order of the grounds; equal ones by logo_id */
);
create index sixteen_square_atlas_id on sixteen_square (atlas_id, slot);

-- Logos whose square is to be drawn, or, with is_gone, removed: from then on it is served to no one.
create table sixteen_change (
  change_id bigint primary key generated always as identity,
  logo_id int not null,
  is_gone boolean not null
);
create index sixteen_change_gone on sixteen_change (logo_id) where is_gone;

insert into sixteen_change (logo_id, is_gone) select logo_id, false from logo where hidden_at is null order by logo_id;

create function after_logo_drawn() returns trigger language plpgsql as $$
begin
  insert into sixteen_change (logo_id, is_gone)
  select logo_id, tg_op = 'DELETE' or hidden_at is not null from changed order by logo_id;
  return null;
end $$;
create trigger logo_sixteen_insert after insert on logo referencing new table as changed
  for each statement execute function after_logo_drawn();
create trigger logo_sixteen_delete after delete on logo referencing old table as changed
  for each statement execute function after_logo_drawn();

create function after_logo_redrawn() returns trigger language plpgsql as $$
begin
  insert into sixteen_change (logo_id, is_gone) values (new.logo_id, new.hidden_at is not null);
  return null;
end $$;
create trigger logo_sixteen_update after update of hidden_at, image on logo for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null) or left(old.image, 32) <> left(new.image, 32))
  execute function after_logo_redrawn();
