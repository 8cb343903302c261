-- What a logo looks like: a descriptor of each of its views. Made at upload, and by a job for other logos.
create table logo_look (
  logo_id int primary key references logo on delete cascade,
  -- Descriptors of different versions are never compared.
  model_version smallint not null,
  -- 128 bytes for each view; empty where nothing is drawn, or where the picture is missing.
  views bytea not null check (length(views) % 128 = 0)
);
create index logo_look_version on logo_look (model_version, logo_id);

-- Every process keeps all views in memory: it reads these logos again; 0 stands for many.
create function announce_look() returns trigger language plpgsql as $$
begin
  if (select count(*) from changed) > 100 then
    perform pg_notify('look', '0');
  else
    perform pg_notify('look', logo_id::text) from changed;
  end if;
  return null;
end $$;
create trigger look_added after insert on logo_look referencing new table as changed for each statement
  execute function announce_look();
create trigger look_changed after update on logo_look referencing new table as changed for each statement
  execute function announce_look();
create trigger look_removed after delete on logo_look referencing old table as changed for each statement
  execute function announce_look();

create function announce_hidden_look() returns trigger language plpgsql as $$
begin
  perform pg_notify('look', new.logo_id::text);
  return null;
end $$;
create trigger logo_look_hidden after update of hidden_at on logo for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function announce_hidden_look();
