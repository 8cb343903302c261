import type { Db } from '../../db/connect.ts'
import { type Examples, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

const drawExample = (db: Db) =>
  queries.replaceAtlas(db, 1, [
    {
      image: '0'.repeat(32),
      small: Buffer.alloc(1),
      large: Buffer.alloc(1),
      squares: [{ logo_id: 1, picture: '0'.repeat(32), place: 7 }],
    },
  ])

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  arrange: async db => {
    await queries.arrange(db, { sort: 'ground' }, viewer)
    await queries.arrange(db, { sort: 'country', ids: [1, 2], book: 'book-1' }, viewer)
  },
  findFirstAtlases: db => queries.findFirstAtlases(db, 434),
  findAtlasPicture: db => queries.findAtlasPicture(db, '0'.repeat(32), 'small'),
  countSquares: db => queries.countSquares(db, '0'.repeat(32)),
  listNames: db => queries.listNames(db, '0'.repeat(32), { viewer, isReader: false }),
  takeChanges: db => queries.takeChanges(db, 64),
  tryToDraw: db => queries.tryToDraw(db),
  listToDraw: db => queries.listToDraw(db, [1, 2]),
  listAtlasPlaces: db => queries.listAtlasPlaces(db),
  listSquaresOf: db => queries.listSquaresOf(db, [1, 2]),
  replaceAtlas: db => drawExample(db),
  findAtlas: async db => {
    await drawExample(db)
    const [first] = await queries.listAtlasPlaces(db)
    await queries.findAtlas(db, first!.atlas_id)
  },
}
