-- A segment of a search bitmap with many bits is stored uncompressed: PostgreSQL decompresses a value for each expression that reads it.
-- The form is a column, because PostgreSQL decides by column whether it compresses. chooseBitmaps() chooses it; writers keep it, as
-- an operation on null is null.
alter table search_bitmap rename to search_segment;
alter table search_segment rename constraint search_bitmap_pkey to search_segment_pkey;
alter table search_segment rename bits to packed;
alter table search_segment alter packed drop not null, add plain bit(16384);
alter table search_segment alter plain set storage plain;
alter table search_segment add constraint search_segment_check check ((packed is null) <> (plain is null));

-- Every search reads this; the version before deletes from it, too.
create view search_bitmap as select term, seg, coalesce(plain, packed) as bits from search_segment;
comment on view search_bitmap is 'bits of each frequent term, of either form';

-- Twice as many steps from 16 on: fewer logos lie between two, which a popular search reads one by one. Housekeeping makes their
-- bitmaps after the start.
create or replace function like_steps() returns integer[] language sql immutable parallel safe as $$
  select array[1,2,3,4,5,6,7,8,10,12,14,16,18,20,22,24,26,28,30,32,36,40,44,48,56,64,72,80,88,96,112,128,144,160,176,192,224,256,
    320,384,448,512,640,768,1024]
$$;

-- Functions that wrote search_bitmap. Otherwise they are unchanged, except that make_bitmap() also counts the logos of a step of likes.
create or replace function change_bits(terms text[], ids integer[], are_set boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare change record;
begin
  for change in
    select term, logo_id / 16384 as seg,
      coalesce(bit_or(one_bit(logo_id)) filter (where is_set), 0::bit(16384)) as on_bits,
      coalesce(bit_or(one_bit(logo_id)) filter (where not is_set), 0::bit(16384)) as off_bits
    from unnest(terms, ids, are_set) as c (term, logo_id, is_set)
    group by 1, 2 order by term collate "C", seg
  loop
    insert into search_segment as old (term, seg, packed) values (change.term, change.seg, change.on_bits)
    on conflict (term, seg) do update set packed = (old.packed | change.on_bits) & ~change.off_bits,
      plain = (old.plain | change.on_bits) & ~change.off_bits;
  end loop;
end $function$;

create or replace function merge_fresh(ids integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with merged as (delete from search_fresh where logo_id = any (ids) returning logo_id, terms),
  block as (
    select term, logo_id / 256 as block, bit_or(set_bit(0::bit(256), logo_id % 256, 1)) as bits
    from merged cross join lateral unnest(terms) as term group by 1, 2)
  insert into search_segment as old (term, seg, packed)
  select term, block / 64, bit_or(bits::bit(16384) >> block % 64 * 256) from block group by 1, 2 order by 1, 2
  on conflict (term, seg) do update set packed = old.packed | excluded.packed, plain = old.plain | excluded.packed
$function$;

create or replace function make_bitmap(wanted text, of_pattern boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare matched text := replace(wanted, '*', '%');
begin
  lock table logo_search in share row exclusive mode;
  perform merge_fresh(array(select logo_id from search_fresh));
  insert into search_term (term, is_frequent, is_pattern) values (wanted, true, of_pattern)
  on conflict (term) do update set is_frequent = true;
  delete from search_segment where term = wanted;
  if left(wanted, 2) = search_mark('likes') then
    insert into search_segment (term, seg, packed)
    select wanted, seg, bits from segments_of(array(
      select logo_id from logo where like_ct >= substr(wanted, 3)::int));
    -- Where a popular search begins follows from these numbers, which are counted hourly.
    update search_term set logo_ct = (select coalesce(sum(bit_count(bits)), 0) from search_bitmap where term = wanted)
    where term = wanted;
  elsif of_pattern then
    insert into search_segment (term, seg, packed)
    -- Without the terms that a narrower pattern covers.
    with matching as materialized (
      select term, is_frequent, is_pattern from search_term where term like matched and term <> wanted
      and (is_pattern or not exists (
        select from patterns_of(search_term.term) as narrow (term) join search_term known using (term)
        where narrow.term like matched and narrow.term <> wanted)))
    select wanted, seg, bit_or(bits) from (
      select seg, bits from matching join search_bitmap using (term) where is_frequent
      union all
      select seg, bits from segments_of(array(
        select logo_id from matching join logo_search on words @@ term_query(matching.term) where not is_frequent))) part
    group by seg;
  else
    insert into search_segment (term, seg, packed)
    select wanted, seg, bits from segments_of(array(select logo_id from logo_search where words @@ term_query(wanted)));
  end if;
end $function$;
