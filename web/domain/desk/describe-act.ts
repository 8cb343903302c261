import { formatUtcMoment } from '../../../shared/rules/format-time.ts'
import { factInWords } from '../../../shared/staff-acts.ts'

const longest = 160
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)
const isFlag = (name: string) => name.startsWith('is_') || name === 'border_round'

function textInWords(text: string) {
  if (isMoment(text)) return `${formatUtcMoment(text)} UTC`
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
}

function valueInWords(value: unknown, name = ''): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean' || (isFlag(name) && (value === 0 || value === 1)))
    return value ? 'yes' : 'no'
  if (name === 'cents' && typeof value === 'number') return (value / 100).toFixed(2)
  if (Array.isArray(value)) return value.map(each => valueInWords(each)).join(', ') || 'none'
  if (typeof value === 'object') return factsInWords(Object.entries(value))
  return textInWords(String(value))
}

const factsInWords = (facts: [string, unknown][]) =>
  facts.map(([name, value]) => `${factInWords(name)} ${valueInWords(value, name)}`).join(', ')

const isFacts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Acts whose values are numbers alone. */
const special: Record<string, (value: unknown) => string> = {
  'books.disqualified': value => (value ? 'disqualified' : 'in the ranking'),
  'books.jurors': value =>
    Array.isArray(value) && value.length ? `accounts ${value.join(', ')}` : 'no jurors',
}

/**
 * What an act changed, from and to; a side is empty where there was no value. Of two sets of facts only the differences
 * are listed.
 */
export function changeInWords(what: string, before: unknown, after: unknown): { from: string; to: string } {
  const say = special[what] ?? valueInWords
  if (!isFacts(before) || !isFacts(after))
    return {
      from: before === null || before === undefined ? '' : say(before),
      to: after === null || after === undefined ? '' : say(after),
    }
  const isOther = ([name, value]: [string, unknown], other: Record<string, unknown>) =>
    JSON.stringify(value) !== JSON.stringify(other[name])
  return {
    from: factsInWords(Object.entries(before).filter(fact => isOther(fact, after))),
    to: factsInWords(Object.entries(after).filter(fact => isOther(fact, before))),
  }
}
