-- Words that not so many logos have get bitmaps, too: a segment with few bits is kept compressed, at a tenth of its size or
-- less, so room no longer speaks against them. One with many stays as it is, since it would hardly shrink. See
-- decisions/0019. Housekeeping makes them; the version before, which drops them again, is right with or without.

alter table search_bitmap alter column bits set storage main;

-- A term that becomes frequent is indexed again. What waits to be put in order would be looked through by every search
-- for a part or a spelling meanwhile.
alter index search_term_part set (fastupdate = off);
alter index search_term_near set (fastupdate = off);

-- As in 0021, but parts of four letters have patterns, as beginnings have.
create or replace function patterns_of(term text) returns setof text language sql immutable parallel safe as $$
  select left(term, n) || '*' from generate_series(1, least(length(term), 4)) n where term not like '~%'
  union all
  select left(term, n) || '*' from generate_series(3, least(length(term), 5)) n where term like '~p%'
  union all
  select left(term, 2) || '*' || substr(term, first, n) || '*'
  from generate_series(1, 4) n cross join generate_series(3, length(term) - n + 1) first where term ~ '^~[fn]'
$$;

-- As in 0021, but what a narrower pattern has is not looked at again, be it frequent or rare.
create or replace function make_bitmap(wanted text, of_pattern boolean) returns void language plpgsql as $$
declare fits text := replace(wanted, '*', '%');
begin
  lock table logo_search in share row exclusive mode;
  insert into search_term (term, is_frequent, is_pattern) values (wanted, true, of_pattern)
  on conflict (term) do update set is_frequent = true;
  delete from search_bitmap where term = wanted;
  if wanted like '~l%' then
    insert into search_bitmap (term, seg, bits)
    select wanted, seg, bits from segments_of(array(
      select logo_id from logo where like_ct >= substr(wanted, 3)::int));
  elsif of_pattern then
    insert into search_bitmap (term, seg, bits)
    with fitting as materialized (
      select term, is_frequent, is_pattern from search_term where term like fits and term <> wanted
      and (is_pattern or not exists (
        select from patterns_of(search_term.term) as narrow (term) join search_term known using (term)
        where narrow.term like fits and narrow.term <> wanted)))
    select wanted, seg, bit_or(bits) from (
      select seg, bits from fitting join search_bitmap using (term) where is_frequent
      union all
      select seg, bits from segments_of(array(
        select logo_id from fitting join logo_search on words @@ term_query(fitting.term) where not is_frequent))) part
    group by seg;
  else
    insert into search_bitmap (term, seg, bits)
    select wanted, seg, bits from segments_of(array(select logo_id from logo_search where words @@ term_query(wanted)));
  end if;
end $$;
