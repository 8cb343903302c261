-- Designers to suggest while a search is typed, by company and personal name: the words, each behind a space, so that
-- trigrams find the beginning of one. Refreshed every hour, like `suggestion`; the count is only for the order.
create materialized view designer_suggestion as
select designer_id, logo_ct,
  ' ' || regexp_replace(plain(company || ' ' || first_name || ' ' || last_name), '[^[:alnum:]]+', ' ', 'g') as words
from designer where logo_ct > 0 and closed_at is null;
create unique index designer_suggestion_id on designer_suggestion (designer_id);
create index designer_suggestion_words on designer_suggestion using gin (words gin_trgm_ops);
create index designer_suggestion_frequent on designer_suggestion (logo_ct desc, designer_id);
