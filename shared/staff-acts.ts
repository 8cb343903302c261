import { siteLabels } from './site-labels.ts'
import { siteNames } from './site-words.ts'

/** What staff do, as the history says it. */
const acts: Record<string, string> = {
  'affiliates.make': 'affiliate code given',
  'appeals.dismiss': 'appeal dismissed',
  'appeals.restore': 'appeal upheld',
  'attention.done': 'case closed',
  'attention.open': 'case opened again',
  'books.add': 'earlier book added',
  'books.change': 'book changed',
  'books.disqualified': 'entry disqualified or put back',
  'books.jurors': 'jury named',
  'books.open': 'book opened',
  'books.state': 'book moved on',
  'comments.remove': 'comment removed',
  'exports.read': 'list saved as a file',
  'gift-cards.make': 'gift cards made',
  'gift-cards.release': 'gift card released',
  'gift-cards.void': 'gift card voided',
  'grants.give': 'membership extended',
  'grants.take-back': 'extension revoked',
  'mails.again': 'email sent again',
  'members.close': 'account closed',
  'members.create': 'account made',
  'members.find': 'searched by address',
  'members.note': 'note',
  'members.password': 'password reset sent',
  'members.reset-factor': 'second factors removed',
  'members.role': 'role changed',
  'members.suspended': 'suspension changed',
  'money.reconcile': 'ledger compared with the provider',
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
  mail_id: 'email',
  missed_events: 'missed messages',
  path: 'file',
  payment_id: 'payment',
  post_id: 'post',
  results_by: 'results by',
  starts_on: 'from',
  subscription_id: 'subscription',
  taken_back: 'restored: version',
  term_months: 'months',
}

/** The name of a fact of an act, in words. */
export const factInWords = (name: string) => names[name] ?? name.replace(/_(at|id)$/, '').replaceAll('_', ' ')

/** The acts and facts that are said in words with this in them. */
export function findInWords(q: string): { acts: string[]; facts: string[] } {
  const wanted = q.trim().toLowerCase()
  const hasIt = (words: string) => words.toLowerCase().includes(wanted)
  const known = [...Object.keys(acts), ...siteNames.map(name => `site.${name}`)]
  return {
    acts: known.filter(what => hasIt(actInWords(what))),
    facts: Object.keys(names).filter(name => hasIt(factInWords(name))),
  }
}
