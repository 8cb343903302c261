import type { Db } from '../../db/connect.ts'
import { pictureUrl } from '../../db/fragments.ts'

/** A shown logo with what a feed says of it. `at`: when it came into the list. */
export type FeedLogo = {
  logo_id: number
  title: string
  client: string
  picture: string
  side: number
  designer_id: number
  company: string
  slug: string
  at: Date
}

const selectFeedLogos = (db: Db) =>
  db
    .selectFrom('logo')
    .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
    .where('logo.hidden_at', 'is', null)
    .select([
      'logo.logo_id',
      'logo.title',
      'logo.client',
      pictureUrl(320).as('picture'),
      'logo.side',
      'logo.designer_id',
      'designer.company',
      'designer.slug',
    ])

/** The newest uploads, of one designer where one is given, newest first. */
export function listNewestUploads(db: Db, limit: number, designerId?: number): Promise<FeedLogo[]> {
  return selectFeedLogos(db)
    .$if(designerId !== undefined, q => q.where('logo.designer_id', '=', designerId!))
    .select('logo.upload_date as at')
    .orderBy('logo.upload_date', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .limit(limit)
    .execute()
}

/** The logos last saved to a collection, the last one first. The caller has checked that the collection is public. */
export function listNewestSaves(db: Db, limit: number, collectionId: number): Promise<FeedLogo[]> {
  return selectFeedLogos(db)
    .innerJoin('collection_logo', 'collection_logo.logo_id', 'logo.logo_id')
    .where('collection_logo.collection_id', '=', collectionId)
    .select('collection_logo.created_at as at')
    .orderBy('collection_logo.created_at', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .limit(limit)
    .execute()
}
