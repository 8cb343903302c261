-- What was sent with a key, so that sending it again is recognised before the picture is decoded.
alter table logo add column upload_digest bytea check (length(upload_digest) = 32);
comment on column logo.upload_digest is 'SHA-256 of the picture as it was sent, with upload_key';
