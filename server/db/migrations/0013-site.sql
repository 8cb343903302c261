-- The site's own words: each save is a version, of which the last one counts. What was never saved has its default in
-- shared/site-defaults.ts.
create table site_version (
  name text not null check (name ~ '^[a-z_]{1,40}$'),
  version integer not null check (version > 0),
  -- A text, or for some names a list or an object.
  value jsonb not null check (octet_length(value::text) <= 400000),
  at timestamptz not null,
  -- Null for the operator at the shell and for demonstration content.
  designer_id integer references designer,
  primary key (name, version)
);
create index site_version_designer_id on site_version (designer_id);

create trigger site_version_stays before update or delete on site_version for each row execute function refuse_change();
create trigger site_version_stays_whole before truncate on site_version execute function refuse_change();

-- Every process reads the words again: server/features/site/keep-words.ts.
create function announce_site() returns trigger language plpgsql as $$
begin
  perform pg_notify('site', '0');
  return null;
end $$;
create trigger site_version_announced after insert on site_version execute function announce_site();

-- The history takes acts on whatever there is.
alter table staff_act drop constraint staff_act_kind_check;
alter table staff_act add constraint staff_act_kind_check check (kind ~ '^[a-z_]{1,40}$');

-- Posts may wait as drafts, and have pictures that were uploaded.
alter table blog_post add column is_draft boolean not null default false;
drop index blog_post_published;
create index blog_post_published on blog_post (published_at desc, post_id desc) where not is_draft;
alter table blog_media drop constraint blog_media_path_check;
alter table blog_media add constraint blog_media_path_check
  check (path ~ '^/posts/[a-z0-9-]+\.svg$' or path ~ '^/images/[0-9a-f]{32}-post\.webp$');

-- The starter posts of earlier versions go where they are as they were; what somebody changed stays.
delete from blog_post
where (post_id, md5(concat_ws(E'\n', slug, title, excerpt, body, extract(epoch from published_at)::bigint, media_id))) in (
  (1, 'e2db1247c760028463e745c14a0ec127'),
  (2, 'a95a28f29e4ade5d941b1de992a1a1ce'),
  (3, 'ec379ae4b5bdf6618eeaa1dc7ee566f2'),
  (4, '60ce418dc54c96d27badc56ae5fc23da'),
  (5, '20d16e43969191c7cefc6ae46998f27a'),
  (6, 'f445f6d0c81a5ac32627124ed78a9529')
);
delete from blog_media
where media_id <= 6 and path like '/posts/%'
  and not exists (select from blog_post where blog_post.media_id = blog_media.media_id);
