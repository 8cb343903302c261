-- Six tables get names that are nouns and say what they belong to. Their constraints, indexes and sequence follow. PostgreSQL 18 has
-- constraints for `not null`, too.
alter table moved rename moved_id to tile_move_id;
alter sequence moved_moved_id_seq rename to tile_move_tile_move_id_seq;
do $$
declare old_name text; new_name text; part text;
begin
  for old_name, new_name in values ('declared', 'juror_declaration'), ('moved', 'tile_move'), ('result', 'book_result'),
    ('flag', 'entry_flag'), ('block', 'member_block'), ('conflict', 'juror_conflict')
  loop
    execute format('alter table %I rename to %I', old_name, new_name);
    for part in select conname from pg_constraint where conrelid = new_name::regclass and starts_with(conname, old_name || '_') loop
      -- Twice in moved_moved_id_not_null.
      execute format('alter table %I rename constraint %I to %I', new_name, part,
        regexp_replace(part, format('(^|_)%s(?=_)', old_name), '\1' || new_name, 'g'));
    end loop;
    -- Those of constraints are renamed already.
    for part in select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = new_name::regclass and starts_with(relname, old_name || '_')
    loop
      execute format('alter index %I rename to %I', part, new_name || substr(part, length(old_name) + 1));
    end loop;
  end loop;
end $$;

-- Processes of the version before read and write through these views until they are restarted. A later migration drops them.
create view declared as select * from juror_declaration;
create view moved as select tile_move_id as moved_id, book_id, round, logo_id, from_number, to_number, at from tile_move;
create view result as select * from book_result;
create view flag as select * from entry_flag;
create view block as select * from member_block;
create view conflict as select * from juror_conflict;
comment on view declared is 'former name of juror_declaration';
comment on view moved is 'former name of tile_move';
comment on view result is 'former name of book_result';
comment on view flag is 'former name of entry_flag';
comment on view block is 'former name of member_block';
comment on view conflict is 'former name of juror_conflict';

-- Functions that named `block`, otherwise unchanged.

create or replace function is_blocked(a integer, b integer) returns boolean language sql stable as $$
  select exists (select from member_block where blocker_id = a and blocked_id = b)
    or exists (select from member_block where blocker_id = b and blocked_id = a)
$$;

create or replace function check_marks(logo_ids integer[], actor_ids integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  if exists (select from logo where logo_id = any (logo_ids) and hidden_at is not null) then
    perform refuse_marks('logo_is_shown', 'The logo is hidden');
  end if;
  if exists (
    select from unnest(logo_ids, actor_ids) as mark (logo_id, actor_id) join logo using (logo_id)
    join member_block on blocker_id = actor_id and blocked_id = logo.designer_id
      or blocker_id = logo.designer_id and blocked_id = actor_id
  ) then
    perform refuse_marks('not_blocked', 'One has blocked the other');
  end if;
end $$;

create or replace function after_follow_change() returns trigger language plpgsql as $$
declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform lock_designers(array(select follower_id from changed union select followed_id from changed));
  if tg_op = 'INSERT' and exists (
    select from changed join member_block on blocker_id = follower_id and blocked_id = followed_id
      or blocker_id = followed_id and blocked_id = follower_id
  ) then
    perform refuse_marks('not_blocked', 'One has blocked the other');
  end if;
  update designer set follower_ct = follower_ct + sign * followers, following_ct = following_ct + sign * following
  from (select id, sum(followers)::int as followers, sum(following)::int as following
        from (select followed_id as id, 1 as followers, 0 as following from changed
              union all select follower_id, 0, 1 from changed) both_ends
        group by id) c
  where designer.designer_id = c.id;
  if tg_op = 'INSERT' then
    insert into activity (designer_id, actor_id, type, created_at)
    select followed_id, follower_id, 'follow', created_at from changed;
  else
    delete from activity using changed
    where activity.type = 'follow' and activity.actor_id = changed.follower_id
      and activity.designer_id = changed.followed_id;
  end if;
  return null;
end $$;
