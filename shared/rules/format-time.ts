// Apart from format.ts, which is in the first download: each format there costs every page its construction.

const short = { dateStyle: 'medium', timeStyle: 'short' } as const
const utcMoment = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { ...short, timeZone: 'UTC' })
const localMoment = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', short)
const month = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `Nov 21, 2026, 3:20 PM`, in UTC. */
export const formatUtcMoment = (iso: string) => utcMoment.format(new Date(iso))

/** The same in the reader's time zone. */
export const formatLocalMoment = (at: string | Date) => localMoment.format(new Date(at))

/** `2026-04` as `Apr 2026`. */
export const formatMonth = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`))
