import { hash } from 'node:crypto'
import type { ReportKind } from '../../../shared/api/reports.ts'
import { formatDay } from '../../../shared/rules/format.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'
import type { Block } from '../mail/template.ts'

/** How long a decision can be appealed. */
export const appealMs = 180 * dayMs

const nouns: Record<ReportKind, string> = {
  logo: 'logo',
  comment: 'comment',
  designer: 'profile',
  collection: 'collection',
}

/**
 * What a letter is about. `name` is left out of letters to outsiders, as everything that a reporter has typed; it is
 * empty once the subject is deleted.
 */
export type About = { kind: ReportKind; name: string; path: string }
type To = { to: string; isOutsider: boolean }

const factsOf = ({ kind, name }: About, isOutsider: boolean): Block[] =>
  isOutsider || !name ? [] : [{ type: 'facts', rows: [[capital(nouns[kind]), name]] }]

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export function reportReceived(
  { to, isOutsider }: To,
  about: About,
  reportId: number,
  publicUrl: string,
): Mail {
  return {
    kind: 'report-received',
    dedupeKey: String(reportId),
    to,
    subject: 'We received your report',
    blocks: [
      { type: 'heading', text: 'We received your report' },
      {
        type: 'text',
        text: `Thank you for telling us about a ${nouns[about.kind]} on ${siteWords().site_name}. A person will review it, and we’ll email you the decision.`,
      },
      ...factsOf(about, isOutsider),
      { type: 'button', label: `See the ${nouns[about.kind]}`, href: `${publicUrl}${about.path}` },
      ...(isOutsider ? [notYou] : []),
    ],
  }
}

const notYou: Block = {
  type: 'note',
  text: 'If you didn’t write to us, someone typed your address into our form. You don’t need to do anything.',
}

export type Outcome = 'dismiss' | 'hide' | 'remove' | 'warn' | 'suspend'

/** What happened, told to the reporter. */
const toldReporter: Record<Outcome, string> = {
  dismiss: 'We reviewed it and decided to leave it as it is.',
  hide: 'We agreed, and it’s now hidden.',
  remove: 'We agreed, and it’s been removed.',
  warn: 'We agreed and warned its owner.',
  suspend: 'We agreed and suspended its owner.',
}

export function reportDecided(
  { to, isOutsider }: To,
  about: About,
  decision: {
    outcome: Outcome
    why: string
    reportId: number
    decisionId: number
    appeal?: Appeal | undefined
  },
): Mail {
  const { outcome, why, reportId, decisionId, appeal } = decision
  const told = about.name ? toldReporter[outcome] : 'It’s no longer on the site, so we’ve closed your report.'
  return {
    kind: 'report-decided',
    dedupeKey: `${reportId}:${decisionId}`,
    to,
    subject: 'Your report: our decision',
    ...(appeal && { tokenUntil: appeal.until }),
    blocks: [
      { type: 'heading', text: 'Your report: our decision' },
      { type: 'text', text: `You reported a ${nouns[about.kind]}. ${told}` },
      ...factsOf(about, isOutsider),
      ...(outcome === 'dismiss' ? reasonsOf(why) : []),
      ...(appeal ? appealBlocks(appeal) : []),
    ],
  }
}

const reasonsOf = (why: string): Block[] => (why ? [{ type: 'facts', rows: [['Why', why]] }] : [])

/** The link to one appeal. */
export type Appeal = { href: string; until: Date }

const appealBlocks = ({ href, until }: Appeal): Block[] => [
  {
    type: 'text',
    text: 'If you think we got this wrong, tell us. Where possible, someone else will review it.',
  },
  { type: 'button', label: 'Appeal', href },
  { type: 'note', text: `The link works once, until ${formatDay(until)}.` },
]

/** What happened, told to the owner. */
function toldOwner(outcome: Exclude<Outcome, 'dismiss'>, kind: ReportKind, until?: Date) {
  const noun = nouns[kind]
  switch (outcome) {
    case 'hide':
      return {
        subject: `Your ${noun} has been hidden`,
        text: `We’ve hidden your ${noun}. You can still see it; no one else can.`,
      }
    case 'remove':
      return {
        subject: `Your ${noun} has been removed`,
        text: `We’ve removed your ${noun}. We’ll keep it for 30 days in case that was a mistake, then delete it.`,
      }
    case 'warn':
      return {
        subject: `A warning about your ${noun}`,
        text: `Your ${noun} breaks our rules. It stays up this time; please don’t do it again.`,
      }
    case 'suspend':
      return {
        subject: `Your account is suspended${until ? ` until ${formatDay(until)}` : ''}`,
        text: `Until ${until ? formatDay(until) : 'then'} you can log in, look around and export your data, but you can’t post anything. Your logos stay where they are.`,
      }
  }
}

/** The statement of reasons to the owner that a decision concerns. */
export function decisionMade(
  to: string,
  about: About,
  decision: {
    outcome: Exclude<Outcome, 'dismiss'>
    why: string
    until?: Date | undefined
    decisionId: number
    isReported: boolean
    appeal: Appeal
  },
): Mail {
  const { outcome, why, until, decisionId, isReported, appeal } = decision
  const { subject, text } = toldOwner(outcome, about.kind, until)
  return {
    kind: 'decision',
    dedupeKey: String(decisionId),
    to,
    subject,
    tokenUntil: appeal.until,
    blocks: [
      { type: 'heading', text: subject },
      { type: 'text', text },
      {
        type: 'facts',
        rows: [
          [capital(nouns[about.kind]), about.name],
          ['Why', why],
          ['Decided by', isReported ? 'a person, after a report' : 'a person, without a report'],
        ],
      },
      ...appealBlocks(appeal),
    ],
  }
}

/** The answer to an appeal. */
export function appealDecided(
  to: string,
  about: About,
  {
    isRestored,
    isOverruled = false,
    why,
    reportId,
  }: { isRestored: boolean; isOverruled?: boolean; why: string; reportId: number },
): Mail {
  const stillHeld = ' Another decision still applies; our email about that one says how to appeal.'
  const subject = isRestored ? 'Your appeal succeeded' : 'Your appeal: our decision'
  return {
    kind: 'appeal-decided',
    dedupeKey: String(reportId),
    to,
    subject,
    blocks: [
      { type: 'heading', text: subject },
      {
        type: 'text',
        text: isRestored
          ? `You were right about the ${nouns[about.kind]}. We’ve reversed our decision.${isOverruled ? stillHeld : ''}`
          : `We reviewed our decision about the ${nouns[about.kind]}, and it stands.`,
      },
      ...reasonsOf(why),
    ],
  }
}

/** The key of an address in limits, so that it is not stored longer than it may be. */
export const addressDigest = (email: string) => hash('sha256', email.toLowerCase(), 'base64url')
