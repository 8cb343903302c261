import type { Insertable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { offset, selectLogos } from '../../db/fragments.ts'
import type { Database } from '../../db/types.ts'
import type { Viewer } from '../../viewer.ts'

type Page = { page: number; page_size: number }

/** One logo, as `viewer` sees it. */
export function findLogo(db: Db, logoId: number, viewer: Viewer) {
  return selectLogos(db, viewer).where('logo.logo_id', '=', logoId).executeTakeFirst()
}

/** A page of all logos, newest upload first. Ids are paged before rows are filled, so deep pages stay cheap. */
export function listFreshLogos(db: Db, page: Page, viewer: Viewer) {
  return selectLogos(db, viewer)
    .where('logo.logo_id', 'in', q =>
      q
        .selectFrom('logo as newest')
        .select('newest.logo_id')
        .orderBy('newest.upload_date', 'desc')
        .orderBy('newest.logo_id', 'desc')
        .limit(page.page_size)
        .offset(offset(page)),
    )
    .orderBy('logo.upload_date', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .execute()
}

/** How many logos there are. */
export async function countLogos(db: Db) {
  const { logo_ct } = await db.selectFrom('total').select('logo_ct').executeTakeFirstOrThrow()
  return logo_ct
}

/** A designer's logos, newest first; every one without a page. */
export function listDesignerLogos(db: Db, designerId: number, page: Page | undefined, viewer: Viewer) {
  return selectLogos(db, viewer)
    .where('logo.designer_id', '=', designerId)
    .orderBy('logo.upload_date', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .$if(page !== undefined, q => q.limit(page!.page_size).offset(offset(page!)))
    .execute()
}

/** The designer meant by id or slug, and how many logos there are; undefined when nobody is. */
export function findLogoOwner(db: Db, by: { designer_id: number } | { slug: string }) {
  return db
    .selectFrom('designer')
    .select(['designer_id', 'logo_ct'])
    .$if('slug' in by, q => q.where('slug', '=', (by as { slug: string }).slug))
    .$if('designer_id' in by, q => q.where('designer_id', '=', (by as { designer_id: number }).designer_id))
    .executeTakeFirst()
}

/** Adds a logo and enters it into the open book, if one is. Returns its id. */
export async function insertLogo(db: Db, logo: Insertable<Database['logo']>): Promise<number> {
  const { logo_id } = await db
    .with('added', q => q.insertInto('logo').values(logo).returning(['logo_id', 'upload_date']))
    .with('entered', q =>
      q
        .insertInto('entry')
        .columns(['book_id', 'logo_id', 'created_at'])
        .expression(
          q
            .selectFrom('book')
            .innerJoin('added', join => join.onTrue())
            .where('book.state', '=', 'open')
            .select(['book.book_id', 'added.logo_id', 'added.upload_date']),
        ),
    )
    .selectFrom('added')
    .select('logo_id')
    .executeTakeFirstOrThrow()
  return logo_id
}

/**
 * Likes a logo or takes the like back; doing either twice is doing it once. Returns the like count as it now is,
 * or undefined when there is no such logo (a like of none is refused by its foreign key).
 */
export async function setLike(db: Db, logoId: number, designerId: number, liked: boolean) {
  if (liked)
    await db
      .insertInto('logo_like')
      .values({ logo_id: logoId, designer_id: designerId })
      .onConflict(c => c.doNothing())
      .execute()
  else
    await db
      .deleteFrom('logo_like')
      .where('logo_id', '=', logoId)
      .where('designer_id', '=', designerId)
      .execute()
  return db.selectFrom('logo').where('logo_id', '=', logoId).select(['logo_id', 'like_ct']).executeTakeFirst()
}

/** Notes that somebody looked at the details: once per viewer and day, never the owner. `viewerKey` is not a name. */
export async function recordView(db: Db, logoId: number, viewerKey: string, viewer: Viewer, day: string) {
  await db
    .insertInto('logo_view')
    .columns(['logo_id', 'day', 'viewer'])
    .expression(
      db
        .selectFrom('logo')
        .where('logo_id', '=', logoId)
        .where('designer_id', '<>', viewer.id)
        .select(eb => ['logo_id', eb.val(day).as('day'), eb.val(viewerKey).as('viewer')]),
    )
    .onConflict(c => c.doNothing())
    .execute()
}
