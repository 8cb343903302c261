import { type Examples, page, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

const everyFilter = {
  search_text: 'compass ro',
  filter_category: 'books',
  filter_type: 'symbols',
  search_design_firm: 'ferro',
  search_designer: 'ada',
  search_industry: 'food',
  search_client: 'fern',
  filter_country: 'SE',
} as const

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findLogos: db =>
    db.transaction().execute(async trx => {
      // First with terms in the tables, so that the logos are looked for, and then without.
      const filters = { search_text: 'rose', filter_type: 'symbols' } as const
      await trx
        .insertInto('search_term')
        .values([{ term: '~tSymbol', is_frequent: true }, { term: 'rose' }])
        .execute()
      for (const sort of ['recent', 'oldest', 'popular'] as const) {
        await queries.findLogos(trx, { filter_type: 'symbols', sort }, page)
        await queries.findLogos(trx, { ...filters, sort }, page)
      }
      throw new Error('Undone')
    }),
  searchLogos: db => queries.searchLogos(db, { ...everyFilter, sort: 'popular' }, page, viewer),
  listSharing: db => queries.listSharing(db, [{ term: 'rose', logo_ct: 3, is_frequent: false }]),
  chooseBitmaps: db => queries.chooseBitmaps(db, { least: 4000 }),
  unpackSegments: db => queries.unpackSegments(db),
  mergeUploads: db => queries.mergeUploads(db, 500),
  findCorrection: db => queries.findCorrection(db, 'compas ros'),
  listSuggestions: db => queries.listSuggestions(db, 'keyword', 'comp'),
  listFrequentColors: queries.listFrequentColors,
  findQuickly: db => queries.findQuickly(db, 'pol'),
  refreshSuggestions: db => queries.refreshSuggestions(db),
}
