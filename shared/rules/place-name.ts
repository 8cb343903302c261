import { countryName } from './format.ts'

/** `Kyoto, Japan`: a city and its country, without the region. */
export const placeName = ({ city, state, country }: Record<'city' | 'state' | 'country', string>) =>
  [city, state.toLowerCase() === city.toLowerCase() ? '' : state, countryName(country)]
    .filter(Boolean)
    .join(', ')
