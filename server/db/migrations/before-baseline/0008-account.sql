-- The account area: sessions that can be named without their secret, and accounts that were closed.

alter table session add column session_id uuid not null unique default gen_random_uuid();
comment on column session.session_id is 'what its owner calls it by; opens nothing';

-- A closed account keeps its row for the ledger and for logos in books. Nothing personal may be left in it, and no
-- name that anyone could want: a colon stands in no username, e-mail address or slug that can be registered.
alter table designer add column closed_at timestamptz;

alter table designer
  drop constraint designer_username_check,
  drop constraint designer_first_name_check,
  drop constraint designer_last_name_check,
  add constraint designer_username_check
    check (username ~ '^[A-Za-z0-9._-]{3,30}$' or closed_at is not null),
  add constraint designer_first_name_check
    check (length(first_name) <= 100 and (first_name <> '' or closed_at is not null)),
  add constraint designer_last_name_check
    check (length(last_name) <= 100 and (last_name <> '' or closed_at is not null)),
  add constraint designer_closed check (closed_at is null or (
    username = 'closed:' || designer_id and email = username and password_hash = '' and role = 'member'
    and avatar is null and '' = all (array[first_name, last_name, company_description, phone, address1, address2,
      city, state, zip, country, url, facebook, twitter, instagram, dribbble, behance, affiliate])
  ));
