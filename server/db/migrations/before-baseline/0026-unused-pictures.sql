-- Pictures that nothing shows any more, until their files are gone: a store that fails keeps them no longer than it fails.

create table unused_picture (
  kind text not null check (kind in ('logo', 'avatar')),
  image text not null,
  since timestamptz not null default now(),
  primary key (kind, image)
);
comment on table unused_picture is 'written with what takes a picture out of use; housekeeping removes its files';
