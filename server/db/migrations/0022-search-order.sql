-- Related logos are found by the terms of search.
drop index logo_keyword_keys;
