/** The latest value of a `datetime-local` field: without it, browsers accept years of six digits, which no call takes. */
export const latestLocal = '9999-12-31T23:59'

/** A timestamp as the value of a `datetime-local` field; empty for none. A text that is none is returned as it is. */
export function toLocal(iso: string | null | undefined) {
  if (!iso) return ''
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/**
 * The timestamp of a `datetime-local` field; undefined for none. A text that is no date is returned as it is: the call's
 * schema refuses it at the field.
 */
export function toIso(local: string) {
  if (!local) return undefined
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}
