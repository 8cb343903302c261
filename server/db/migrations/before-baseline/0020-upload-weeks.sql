-- Where a page of all logos begins, without walking past everything newer: how many there are of each week.

create table upload_week (
  -- Its Monday, in UTC.
  week date primary key,
  logo_ct integer not null check (logo_ct >= 0)
);
comment on table upload_week is 'how many logos were uploaded in each week; kept by triggers, like every count';

create function week_of(upload_date timestamptz) returns date language sql immutable strict parallel safe as $$
  select date_trunc('week', upload_date at time zone 'UTC')::date
$$;

create or replace function after_logo_change() returns trigger language plpgsql as $$
begin
  perform lock_designers(array(select distinct designer_id from changed));
  update designer set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select designer_id, count(*)::int as n from changed group by designer_id) c
  where designer.designer_id = c.designer_id;
  update total set logo_ct = logo_ct + case tg_op when 'INSERT' then n else -n end
  from (select count(*)::int as n from changed) c where n > 0;
  -- After `total`, whose row whoever changes logos waits for: no two come here at once.
  if tg_op = 'INSERT' then
    insert into upload_week as w (week, logo_ct)
    select week_of(upload_date), count(*)::int from changed group by 1
    on conflict (week) do update set logo_ct = w.logo_ct + excluded.logo_ct;
  else
    update upload_week w set logo_ct = w.logo_ct - n
    from (select week_of(upload_date) as week, count(*)::int as n from changed group by 1) c where w.week = c.week;
  end if;
  return null;
end $$;

create function after_upload_date() returns trigger language plpgsql as $$
begin
  update upload_week set logo_ct = logo_ct - 1 where week = week_of(old.upload_date);
  insert into upload_week as w (week, logo_ct) values (week_of(new.upload_date), 1)
  on conflict (week) do update set logo_ct = w.logo_ct + 1;
  return null;
end $$;
create trigger logo_upload_date after update of upload_date on logo
  for each row when (old.upload_date is distinct from new.upload_date) execute function after_upload_date();

lock table logo in share row exclusive mode;
insert into upload_week (week, logo_ct) select week_of(upload_date), count(*)::int from logo group by 1;
