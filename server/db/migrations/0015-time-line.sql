-- A member's time line at the desk: letters are found by address, reports by what they are about.
create index mail_to_address on mail (lower(to_address)) where to_address <> '';
create index report_subject on report (kind, subject_id);
