// A file of the web holds only the formats that it uses: their constructors are marked as free of side effects.

const number = /* @__PURE__ */ new Intl.NumberFormat('en-US')
const date = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `1,204` */
export const formatNumber = (value: number) => number.format(value)

/** `Nov 21, 2026`, in UTC; empty for an invalid date. */
export function formatDate(iso: string) {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : date.format(time)
}

const day = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const moment = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** `November 21, 2026`, in UTC. */
export const formatDay = (at: Date) => day.format(at)

/** `November 21, 2026 at 3:20 PM`, in UTC. */
export const formatMoment = (at: Date) => moment.format(at)

const countries = /* @__PURE__ */ new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The name for a country's code, in the payment provider's alphabet: China is C2. */
export function countryName(code: string) {
  if (code === 'C2') return 'China'
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

/** `1 logo`, `1,204 logos` */
export const formatCount = (value: number, noun: string) =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`
