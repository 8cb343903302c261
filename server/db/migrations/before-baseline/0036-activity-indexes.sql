-- Two thirds of the activity table were its indexes: 143 bytes of the 211 that an item takes. The feed's index becomes the
-- primary key, which the feed reads backwards. What is taken back is found by who did it and to what; the keys of likes,
-- saves, comments and follows keep an act from being there twice.

alter table activity drop constraint activity_pkey;
drop index activity_designer_id;
alter table activity add primary key (designer_id, created_at, activity_id);

create index activity_actor_id on activity (actor_id, logo_id, designer_id);
alter table activity drop constraint activity_actor_id_type_logo_id_collection_id_comment_id_des_key;
