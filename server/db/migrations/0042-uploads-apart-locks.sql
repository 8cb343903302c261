-- Both tables are emptied each second. Autovacuum would give their pages back under a lock that every reader waits for, also on
-- a replica.
alter table count_change set (vacuum_truncate = off);
alter table search_fresh set (vacuum_truncate = off);

-- Sets and clears bits of terms, in the order of merge_fresh(), whatever the collation of the database is: of two in different
-- orders each would wait for the other.
create or replace function change_bits(terms text[], ids integer[], are_set boolean[]) returns void language plpgsql as $$
declare change record;
begin
  for change in
    select term, logo_id / 16384 as seg,
      coalesce(bit_or(one_bit(logo_id)) filter (where is_set), 0::bit(16384)) as on_bits,
      coalesce(bit_or(one_bit(logo_id)) filter (where not is_set), 0::bit(16384)) as off_bits
    from unnest(terms, ids, are_set) as c (term, logo_id, is_set)
    group by 1, 2 order by term collate "C", seg
  loop
    insert into search_bitmap as old (term, seg, bits) values (change.term, change.seg, change.on_bits)
    on conflict (term, seg) do update set bits = (old.bits | change.on_bits) & ~change.off_bits;
  end loop;
end $$;
