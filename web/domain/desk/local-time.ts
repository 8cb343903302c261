/** A timestamp as the value of a `datetime-local` field; empty for none. */
export function toLocal(iso: string | null | undefined) {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The timestamp of a `datetime-local` field; undefined for none. */
export const toIso = (local: string) => (local ? new Date(local).toISOString() : undefined)
