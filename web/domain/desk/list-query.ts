import { useSearchParams } from 'react-router'

/** The parts of an address that a list reads: filters, order and page. */
export type ListQuery = Record<string, string>

export const listPageSize = 50

/** The part of the address that a list understands, and how to write another one. */
export function useListQuery(names: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const parameters = ['q', 'sort', 'page', 'page_size', ...names]
  const query: ListQuery = {}
  for (const name of parameters) {
    const value = params.get(name)
    if (value) query[name] = value
  }
  /** The address after this change. Another filter or order begins at the first page. */
  const changed = (change: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params)
    if (!('page' in change)) next.delete('page')
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value)
      else next.delete(name)
    return next
  }
  return {
    query,
    to: (change: Record<string, string | undefined>) => `?${changed(change)}`,
    set: (change: Record<string, string | undefined>) =>
      setParams(changed(change), { preventScrollReset: true }),
  }
}
