import type { Location } from 'react-router'

/** The state of an entry of the history that opened something over a page: the place of that page. */
export type OpenedOver = { opened?: string } | null

/**
 * Where one had scrolled to belongs to an entry of the history, but those that were typed all have the same key; and what
 * was opened over a page leaves the reader where they are on it.
 */
export const placeOf = ({ key, pathname, search, hash, state }: Location<OpenedOver>) =>
  state?.opened ?? (key === 'default' ? pathname + search + hash : key)
