import { sql } from 'kysely'
import { masterSeries } from '../../../shared/rules/books.ts'
import type { Db } from '../../db/connect.ts'
import { siteWords } from '../../lib/site-words.ts'

/** The newest published book of the competition that a logo is in, else the newest volume of the Master Library. */
const newestBook = () => sql<{ name: string; was_judged: 0 | 1; year: number | null }>`(
  select case book.series when 'book' then ${siteWords().series_name}::text else ${masterSeries}::text end
      || ' ' || book.number as name,
    (book.series = 'book')::int as was_judged,
    extract(year from book.published_on)::int as year
  from award join book using (book_id)
  where award.logo_id = logo.logo_id and book.state = 'published' and book.series in ('book', 'master-book')
  order by book.series, book.number desc
  limit 1)`

/** What the plate of a shown logo says. */
export const findPlate = (db: Db, logoId: number) =>
  db
    .selectFrom('logo')
    .innerJoin('designer as owner', 'owner.designer_id', 'logo.designer_id')
    .leftJoinLateral(newestBook().as('newest'), join => join.onTrue())
    .where('logo.logo_id', '=', logoId)
    .where('logo.hidden_at', 'is', null)
    .select([
      'logo.logo_id',
      'logo.image',
      'logo.side',
      'logo.ground',
      'logo.title as logo',
      'logo.designer',
      'owner.company',
      'owner.city as place',
      'logo.illustrator',
      'logo.art_director',
      'logo.creative_director',
      'logo.client',
      'logo.industry',
      'newest.name as book',
      sql<0 | 1>`coalesce(newest.was_judged, 0)`.as('was_judged'),
      sql<number>`coalesce(newest.year, extract(year from logo.upload_date)::int)`.as('year'),
      'logo.upload_date',
    ])
    .executeTakeFirst()
