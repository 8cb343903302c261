import type { Location } from 'react-router'

/** State of a history entry that opened something above a page: the scroll key of that page. */
export type OpenedOver = { opened?: string } | null

/**
 * The key for scroll restoration: the history entry's key. Typed addresses all have the key `default`, so they use the
 * address; an entry opened above a page uses that page's key, so that the page does not scroll.
 */
export const scrollKeyOf = ({ key, pathname, search, hash, state }: Location<OpenedOver>) =>
  state?.opened ?? (key === 'default' ? pathname + search + hash : key)
