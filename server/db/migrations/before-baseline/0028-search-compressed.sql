-- no transaction
-- The bitmaps there are, written anew and so compressed where they have few bits (0027): term after term, each under the
-- lock that a bitmap is made under, so that uploads wait for milliseconds and searches not at all. May be run again.

do $$ declare wanted text; begin for wanted in select distinct term from search_bitmap loop lock table logo_search in share row exclusive mode; update search_bitmap set bits = bits where term = wanted and pg_column_compression(bits) is null and bit_count(bits) < 1000; commit; end loop; end $$;

-- Those that are made next take the room that these leave.
vacuum search_bitmap;

select gin_clean_pending_list('search_term_part'), gin_clean_pending_list('search_term_near');
