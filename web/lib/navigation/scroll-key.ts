import type { Location } from 'react-router'

/** State of a history entry that opened something above a page: the entry key of that page. */
export type OpenedOver = { opened?: string } | null

/**
 * The history entry's key. Typed addresses all have the key `default`, so they use the address; an entry opened above a
 * page uses that page's key, so that the page does not scroll.
 */
export const entryKeyOf = ({ key, pathname, search, hash, state }: Location<OpenedOver>) =>
  state?.opened ?? (key === 'default' ? pathname + search + hash : key)

/**
 * The key for scroll restoration. A search whose address has a page starts there after a reload, without the earlier
 * logos: its position is valid in this document alone, so the key names the document.
 */
export const scrollKeyOf = (location: Location<OpenedOver>) =>
  location.pathname === '/search' && new URLSearchParams(location.search).has('page')
    ? `${entryKeyOf(location)} ${performance.timeOrigin}`
    : entryKeyOf(location)
