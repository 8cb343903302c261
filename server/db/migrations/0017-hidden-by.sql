-- Who has hidden something: staff, who say why, or the reports of three members, until a person has decided about it.
alter table logo drop constraint logo_hidden, add hidden_by text check (hidden_by in ('reports', 'staff'));
alter table comment drop constraint comment_hidden, add hidden_by text check (hidden_by in ('reports', 'staff'));
alter table collection drop constraint collection_hidden, add hidden_by text check (hidden_by in ('reports', 'staff'));

update logo set hidden_by = 'staff' where hidden_at is not null;
update comment set hidden_by = case when hidden_why = '' then 'reports' else 'staff' end, hidden_why = nullif(hidden_why, '')
where hidden_at is not null;
update collection set hidden_by = 'staff' where hidden_at is not null;

alter table logo add constraint logo_hidden check ((hidden_at is null) = (hidden_by is null)
  and (hidden_why is not null) = (hidden_by is not distinct from 'staff') and (removed_at is null or hidden_by is not distinct from 'staff'));
alter table comment add constraint comment_hidden check ((hidden_at is null) = (hidden_by is null)
  and (hidden_why is not null) = (hidden_by is not distinct from 'staff') and (removed_at is null or hidden_by is not distinct from 'staff'));
alter table collection add constraint collection_hidden check ((hidden_at is null) = (hidden_by is null)
  and (hidden_why is not null) = (hidden_by is not distinct from 'staff') and (removed_at is null or hidden_by is not distinct from 'staff'));
