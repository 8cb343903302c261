-- Pictures whose derivatives are to be made: the rest of a new upload's, or all of them where a picture's name is still of an
-- earlier version. Written with the logo, and deleted once the logo's name says that all files are there.

create table picture_job (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  is_upload boolean not null,
  next_attempt_at timestamptz not null default now()
);
create index picture_job_next on picture_job (is_upload desc, next_attempt_at);

insert into picture_job (hash, is_upload)
select distinct left(image, 32), false from logo where length(image) = 32;
