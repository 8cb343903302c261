-- What rises and falls among the public logos of a quarter, against the quarter before. Counted by a job.
create table trend_quarter (
  quarter text primary key check (quarter ~ '^\d{4}-[1-4]$'),
  logo_ct int not null check (logo_ct > 0),
  before_ct int not null check (before_ct >= 0),
  trends jsonb not null,
  counted_at timestamptz not null
);
comment on column trend_quarter.trends is
  '[{kind, direction, name, color, count, before_count, logo_ids}], as shared/api/trends.ts describes them';

-- Quarters that are to be counted again. Without a key on the quarter, so that no upload waits for another.
create table trend_change (
  change_id bigint primary key generated always as identity,
  quarter text not null
);

-- The quarter of an instant, and the next one, which is compared with it.
create function trend_quarters_of(at timestamptz) returns setof text language sql immutable parallel safe as $$
  select extract(year from month) || '-' || extract(quarter from month)
  from (values (at at time zone 'UTC'), (at at time zone 'UTC' + interval '3 months')) as months (month)
$$;

insert into trend_change (quarter)
select distinct quarter from logo, trend_quarters_of(upload_date) quarter where hidden_at is null;

create function after_logo_trend() returns trigger language plpgsql as $$
begin
  insert into trend_change (quarter) select distinct quarter from changed, trend_quarters_of(upload_date) quarter;
  return null;
end $$;
create trigger logo_trend_insert after insert on logo referencing new table as changed
  for each statement execute function after_logo_trend();
create trigger logo_trend_delete after delete on logo referencing old table as changed
  for each statement execute function after_logo_trend();

create function after_logo_trend_change() returns trigger language plpgsql as $$
begin
  insert into trend_change (quarter) select trend_quarters_of(new.upload_date);
  return null;
end $$;
create trigger logo_trend_update
  after update of hidden_at, keywords, keywords2, industry, colors, palette on logo for each row
  when ((old.hidden_at, old.keyword_keys, old.industry, old.colors, old.palette)
    is distinct from (new.hidden_at, new.keyword_keys, new.industry, new.colors, new.palette))
  execute function after_logo_trend_change();

create function after_look_trend() returns trigger language plpgsql as $$
begin
  insert into trend_change (quarter)
  select distinct quarter from changed join logo using (logo_id), trend_quarters_of(upload_date) quarter;
  return null;
end $$;
create trigger look_trend_insert after insert on logo_look referencing new table as changed
  for each statement execute function after_look_trend();
create trigger look_trend_update after update on logo_look referencing new table as changed
  for each statement execute function after_look_trend();
