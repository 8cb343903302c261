-- no transaction
-- The panel of the search shows logos with the text in their title first, then those with it as a keyword: both are kinds of terms.
create or replace function search_mark(kind text) returns text language sql immutable parallel safe as $$
  select case kind
    when 'title' then '~T'
    when 'keyword' then '~w'
    when 'person' then '~p'
    when 'industry' then '~i'
    when 'company' then '~f'
    when 'company_name' then '~F'
    when 'client' then '~n'
    when 'client_name' then '~N'
    when 'type' then '~t'
    when 'country' then '~c'
    when 'class' then '~k'
    when 'likes' then '~l'
    when 'every' then '~a'
  end
$$;

-- Beginnings of any word, of a title's or keyword's, and of people's; parts of companies' and clients'.
create or replace function patterns_of(term text) returns setof text language sql immutable parallel safe as $$
  select left(term, n) || '*' from generate_series(1, least(length(term), 6)) n where term not like '~%'
  union all
  select left(term, n) || '*' from generate_series(3, least(length(term), 8)) n
  where left(term, 2) in (search_mark('title'), search_mark('keyword'), search_mark('person'))
  union all
  select left(term, 2) || '*' || substr(term, first, n) || '*'
  from generate_series(1, 5) n cross join generate_series(3, length(term) - n + 1) first
  where left(term, 2) in (search_mark('company'), search_mark('client'))
$$;

-- A hidden logo has no terms.
create or replace function terms_of(ids integer[]) returns table(logo_id integer, words tsvector) language sql stable as $$
  select logo_id, array_to_tsvector(array(
    select distinct term from (
      select unnest(words(concat_ws(' ', title, array_to_string(keywords || keywords2, ' '), description,
        logo.designer, art_director, creative_director, assoc_creative_director, illustrator, photographer,
        client, industry, company))) as term
      union all select search_mark('title') || unnest(words(title))
      union all select search_mark('keyword') || unnest(words(array_to_string(keywords || keywords2, ' ')))
      union all
      select search_mark('person') || unnest(words(concat_ws(' ', company, first_name, last_name, logo.designer)))
      union all select search_mark('industry') || unnest(words(industry))
      union all select search_mark('company') || unnest(words(company))
      -- A whole name is a term of its own where it is more than one word.
      union all select search_mark('company_name') || plain(company) where plain(company) ~ '[^[:alnum:]]'
      union all select search_mark('client') || unnest(words(client))
      union all select search_mark('client_name') || plain(client) where plain(client) ~ '[^[:alnum:]]'
      union all select search_mark('type') || logotype
      union all select search_mark('country') || country where country <> ''
      union all select search_mark('class') || 'ranked' where is_ranked
      union all select search_mark('class') || 'collections' where logo.collection_ct > 0
      union all select search_mark('class') || 'books' where exists (select 1 from award join book using (book_id)
        where award.logo_id = logo.logo_id and book.state = 'published')
      union all select search_mark('every')
    ) every
  ))
  from logo join designer using (designer_id) where logo_id = any (ids) and hidden_at is null
$$;

-- In steps that hold up no one; may be run again. The lock waits for those that began with the terms of before.
do $$ begin lock table logo_search in share row exclusive mode; commit; for step in 0 .. (select coalesce(max(logo_id), 0) / 1000 from logo) loop perform index_logos(array(select logo_id from logo where logo_id >= step * 1000 and logo_id < (step + 1) * 1000 and hidden_at is null)); commit; end loop; end $$;
