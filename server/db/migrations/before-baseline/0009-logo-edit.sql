-- The same submission sent again (a lost answer, a double click) is the same logo: the browser names each one once.

alter table logo add column upload_key text check (upload_key ~ '^[A-Za-z0-9_-]{8,64}$');
create unique index logo_upload_key on logo (designer_id, upload_key) where upload_key is not null;
comment on column logo.upload_key is 'given by the browser that uploaded it; one logo per designer and key';
