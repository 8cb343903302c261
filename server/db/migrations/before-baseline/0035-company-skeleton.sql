-- What a company's name looks like: two names with one skeleton can be taken for each other. Letters of other alphabets
-- become the Latin ones they look like (capitals before case is folded, since В is no б), accents and case go, I, l and 1
-- are one, and so are O and 0; blanks, punctuation and format characters go.
create function company_skeleton(name text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(
      public.plain(translate(normalize(name, nfkc), 'АВЕКМНОРСТУХІЈЅԚԜҺΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEKMHOPCTYXIJSQWHABEZHIKMNOPTYX')),
      'аеорсухіјѕԁһӏԛԝкмтνοραυικχτl1|0',
      'aeopcyxijsdhiqwkmtvopauikxtiiio'),
    '[\s[:punct:]\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+', '', 'g')
$$;

create index designer_company_skeleton on designer (company_skeleton(company)) where closed_at is null;
