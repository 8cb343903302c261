-- Logos with a new picture that is still to be compared with all others, mirrored and turned, for the queue of reports.
create table look_check (
  logo_id int primary key references logo on delete cascade
);
