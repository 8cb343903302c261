-- What the program finds is found of one picture: a logo that gets another picture may be found again.
alter table report add column image text check (image ~ '^[0-9a-f]{32}$');
comment on column report.image is 'the picture in which the program has found something; null where a person reports';
update report set image = left(coalesce(
  (select replaced_picture.image from replaced_picture
   where replaced_picture.logo_id = subject_id and replaced_at > created_at order by replaced_at limit 1),
  logo.image), 32)
from logo where found is not null and not is_appeal and logo_id = subject_id;
drop index report_found;
create unique index report_found on report (kind, subject_id, found, image) where not is_appeal and found is not null;
