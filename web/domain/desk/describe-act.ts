import { siteLabels } from '../../../shared/site-labels.ts'
import { siteNames } from '../../../shared/site-words.ts'

/** What staff do, as the history says it. */
const acts: Record<string, string> = {
  'affiliates.make': 'affiliate code given',
  'appeals.dismiss': 'appeal dismissed',
  'appeals.restore': 'appeal upheld',
  'attention.done': 'case closed',
  'attention.open': 'case opened again',
  'books.change': 'book changed',
  'books.disqualified': 'entry disqualified or put back',
  'books.jurors': 'jury named',
  'books.open': 'book opened',
  'books.state': 'book taken on',
  'comments.remove': 'comment removed',
  'gift-cards.make': 'gift cards made',
  'gift-cards.void': 'gift card voided',
  'grants.give': 'time given',
  'grants.take-back': 'time taken back',
  'mails.again': 'mail sent again',
  'members.close': 'account closed',
  'members.create': 'account made',
  'members.find': 'members searched by address',
  'members.note': 'note',
  'members.password': 'password letter sent',
  'members.reset-factor': 'second factors removed',
  'members.role': 'role changed',
  'members.suspended': 'suspension changed',
  'money.reconcile': 'money compared with the provider',
  'posts.add': 'post written',
  'posts.change': 'post changed',
  'posts.remove': 'post removed',
  'reports.dismiss': 'report dismissed',
  'reports.hide': 'hidden',
  'reports.remove': 'removed',
  'reports.show': 'shown again',
  'reports.suspend': 'suspended',
  'reports.warn': 'warned',
}

/** An act in words; what the ledger notes is in words already. */
export function actInWords(what: string): string {
  const site = siteNames.find(name => what === `site.${name}`)
  return site ? `“${siteLabels[site]}” saved` : (acts[what] ?? what.replaceAll(/[._-]/g, ' '))
}

/** The names of facts that do not say what they are when their underscores are taken away. */
const names: Record<string, string> = {
  alt_text: 'shows',
  attention_id: 'case',
  beacon_at: 'public value known from',
  beacon_source: 'public value',
  buy_url: 'sold at',
  cents: 'amount',
  ends_on: 'until',
  expires_at: 'expires',
  gift_card_id: 'gift card',
  grant_id: 'grant',
  is_draft: 'draft',
  mail_id: 'mail',
  missed_events: 'missed messages',
  path: 'file',
  payment_id: 'payment',
  post_id: 'post',
  results_by: 'results by',
  starts_on: 'from',
  subscription_id: 'subscription',
  taken_back: 'taken back: version',
  term_months: 'months',
}
const nameInWords = (name: string) => names[name] ?? name.replace(/_(at|id)$/, '').replaceAll('_', ' ')

const longest = 160
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)
const isFlag = (name: string) => name.startsWith('is_') || name === 'border_round'

function textInWords(text: string) {
  if (isMoment(text)) return `${moment.format(new Date(text))} UTC`
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
  facts.map(([name, value]) => `${nameInWords(name)} ${valueInWords(value, name)}`).join(', ')

const isFacts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Acts whose values are numbers alone. */
const special: Record<string, (value: unknown) => string> = {
  'books.disqualified': value => (value ? 'disqualified' : 'in the ranking'),
  'books.jurors': value =>
    Array.isArray(value) && value.length ? `accounts ${value.join(', ')}` : 'no jurors',
}

/** What an act changed, from and to, each empty where there is nothing. Of two sets of facts only what differs is said. */
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
