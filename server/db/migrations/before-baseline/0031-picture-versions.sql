-- A picture's name says which of its derivatives exist: see shared/rules/image-url.ts.
alter table logo drop constraint logo_image_check;
alter table logo add constraint logo_image_check check (image ~ '^[0-9a-f]{32}(-2(-first)?)?$');
comment on column logo.image is 'hash of the pixels, then the version of the derivatives; -first: the first of them only';

-- Found by its pixels, whatever its version.
drop index logo_image;
create index logo_pixels on logo (left(image, 32));
