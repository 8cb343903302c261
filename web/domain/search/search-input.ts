import type * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { colorsIn, type Search } from './search-path.ts'

/** The filters of a search by their names in the contract. */
export function filterInput(
  search: Omit<Search, 'sort'>,
): Omit<InputOf<typeof api.logos.find>, 'sort' | 'page' | 'page_size'> {
  return {
    search_text: search.keyword || undefined,
    filter_category: search.class || undefined,
    filter_type: search.type || undefined,
    search_designer: search.designer || undefined,
    search_design_firm: search.design_firm || undefined,
    search_client: search.client || undefined,
    search_industry: search.industry || undefined,
    filter_country: search.country || undefined,
    color: search.color ? colorsIn(search.color) : undefined,
    color_within: search.color ? search.within : undefined,
    palette: search.palette || undefined,
  }
}
