import { type Examples, now, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findCollection: db => queries.findCollection(db, 1, viewer),
  listCollections: db => queries.listCollections(db, 1, 1, viewer),
  listCollectionLogos: db => queries.listCollectionLogos(db, 1, viewer),
  insertCollection: db =>
    queries.insertCollection(db, { designer_id: 1, name: 'Owls', description: '', is_public: true }),
  updateCollection: db =>
    queries.updateCollection(db, 1, { name: 'Owls', description: '', is_public: false }, viewer),
  deleteCollection: db => queries.deleteCollection(db, 1, viewer),
  moveLogo: db => queries.moveLogo(db, { collection_id: 1, logo_id: 1, after: 2 }, viewer),
  setNote: db => queries.setNote(db, { collection_id: 1, logo_id: 1, note: 'The third draft.' }, viewer),
  listNotes: db => queries.listNotes(db, 1),
  findLink: db => queries.findLink(db, 1, viewer),
  replaceLink: db =>
    queries.replaceLink(
      db,
      { collectionId: 1, tokenHash: Buffer.alloc(32), until: now, now: new Date('2026-01-01') },
      viewer,
    ),
  deleteLink: db => queries.deleteLink(db, 1, viewer),
  findLinked: db => queries.findLinked(db, Buffer.alloc(32), viewer, now),
  recordOpening: db =>
    queries.recordOpening(db, Buffer.alloc(32), { viewerKey: '1', day: '2026-01-01', now }, viewer),
  clearOldOpenings: db => queries.clearOldOpenings(db, now),
  setSaved: async db => {
    await queries.setSaved(db, 1, 1, viewer, true)
    await queries.setSaved(db, 1, 1, viewer, false)
  },
}
