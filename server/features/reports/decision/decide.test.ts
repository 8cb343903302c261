import { describe, expect, test } from 'vitest'
import type { ReportKind } from '../../../../shared/api/reports.ts'
import type { Outcome } from '../messages.ts'
import { type Decision, decideAppeal, decideHiding, decideSubject, decideSuspension } from './decide.ts'
import type { AppealFacts, SubjectFacts, SuspensionFacts, Verdict } from './facts.ts'

const at = new Date('2026-11-24T12:00:00Z')
const day = (n: number) => new Date(+at + n * 86_400_000)
const verdictOf = (outcome: Outcome | 'restore'): Verdict =>
  outcome === 'suspend' ? { outcome, until: day(7) } : { outcome }
/** What a decision writes, by the names of its changes, or why it is refused. */
const inWords = (decision: Decision): string =>
  decision.kind === 'refused'
    ? `refused: ${decision.refusal.because}`
    : decision.changes.map(change => change.kind).join(', ')

const member: SuspensionFacts = {
  account: { designer_id: 7, role: 'member', username: 'ada', suspended_until: null },
  seat: undefined,
  isByAdministrator: false,
  hasOtherAdministrator: true,
}
const owner = { to: 'ada@example.com', designerId: 7 }
const reports = [
  { report_id: 1, recipient: { to: 'ben@example.com', designerId: 8 } },
  { report_id: 2, recipient: { to: 'outsider@example.com', designerId: null } },
  { report_id: 3, recipient: undefined },
]
type State = 'shown' | 'hidden by reports' | 'hidden by staff' | 'gone'

function factsOf(kind: ReportKind, state: State, more: Partial<SubjectFacts> = {}): SubjectFacts {
  const hidden_by = state === 'hidden by reports' ? 'reports' : state === 'hidden by staff' ? 'staff' : null
  return {
    at,
    why: 'We looked',
    key: { kind, id: 5 },
    subject:
      state === 'gone'
        ? undefined
        : { owner_id: 7, name: 'Mark', path: '/x', hidden_by, is_public: !hidden_by },
    owner: state === 'gone' ? undefined : owner,
    isInPublishedBook: false,
    suspension: member,
    reports,
    ...more,
  }
}

describe('a decision about reports', () => {
  const gone = 'refused: gone'
  // What each outcome does to the subject or its owner; what is recorded and told is the same for all.
  const hideable: Record<State, Record<Outcome, string>> = {
    shown: { dismiss: '', hide: 'hide', remove: 'hide', warn: '', suspend: 'suspend' },
    'hidden by reports': {
      dismiss: 'show',
      hide: 'hide',
      remove: 'hide',
      warn: 'show',
      suspend: 'show, suspend',
    },
    'hidden by staff': { dismiss: '', hide: 'hide', remove: 'hide', warn: '', suspend: 'suspend' },
    gone: { dismiss: '', hide: gone, remove: gone, warn: gone, suspend: gone },
  }
  const profile = 'refused: profile'
  const table: Record<ReportKind, Partial<Record<State, Record<Outcome, string>>>> = {
    comment: hideable,
    logo: hideable,
    collection: hideable,
    designer: {
      shown: { dismiss: '', hide: profile, remove: profile, warn: '', suspend: 'suspend' },
      gone: hideable.gone,
    },
  }
  const cases = Object.entries(table).flatMap(([kind, states]) =>
    Object.entries(states).flatMap(([state, outcomes]) =>
      Object.entries(outcomes).map(
        ([outcome, effect]) => [kind, state, outcome, effect] as [ReportKind, State, Outcome, string],
      ),
    ),
  )

  test('the table names every kind, state and outcome', () => expect(cases).toHaveLength(3 * 4 * 5 + 2 * 5))

  test.each(cases)('about a %s that is %s: %s changes [%s]', (kind, state, outcome, effect) => {
    const told = [
      'record-decision, record-act',
      ...(outcome === 'dismiss' ? [] : ['tell-owner']),
      'close-reports, tell-reporter, tell-reporter',
    ].join(', ')
    const isRefused = effect.startsWith('refused')
    const expected = isRefused ? effect : effect ? `${effect}, ${told}` : told
    expect(inWords(decideSubject(factsOf(kind, state), verdictOf(outcome)))).toBe(expected)
  })

  test('a removal begins the time after which the subject is deleted; hiding does not', () => {
    const hidingOf = (outcome: Outcome) => {
      const decision = decideSubject(factsOf('logo', 'shown'), verdictOf(outcome))
      return decision.kind === 'decided' ? decision.changes[0] : undefined
    }
    const key = { kind: 'logo', id: 5 }
    const hiding = { at, by: 'staff', why: 'We looked' }
    expect(hidingOf('hide')).toEqual({ kind: 'hide', key, hiding })
    expect(hidingOf('remove')).toEqual({ kind: 'hide', key, hiding: { ...hiding, isRemoved: true } })
  })

  test('a logo in a published book is hidden, but not removed', () => {
    const facts = factsOf('logo', 'shown', { isInPublishedBook: true })
    expect(inWords(decideSubject(facts, { outcome: 'remove' }))).toBe('refused: published')
    expect(inWords(decideSubject(facts, { outcome: 'hide' }))).toMatch(/^hide, /)
  })

  test('reports are never restored', () =>
    expect(inWords(decideSubject(factsOf('logo', 'shown'), { outcome: 'restore' }))).toBe(
      'refused: no_appeal',
    ))

  test('an owner whose account is closed gets no letter', () =>
    expect(
      inWords(decideSubject(factsOf('logo', 'shown', { owner: undefined }), { outcome: 'warn' })),
    ).not.toContain('tell-owner'))
})

describe('a suspension', () => {
  const admin = { ...member.account!, role: 'admin' as const }
  const moderator = { ...admin, role: 'moderator' as const }
  test.each<[string, Partial<SuspensionFacts>, string]>([
    ['a member is suspended', {}, 'suspend, record-act, record-decision, tell-owner'],
    ['a closed account is refused', { account: undefined }, 'refused: closed'],
    ['a moderator by a moderator is refused', { account: moderator }, 'refused: staff'],
    [
      'a moderator by an administrator is suspended',
      { account: moderator, isByAdministrator: true },
      'suspend, record-act, record-decision, tell-owner',
    ],
    ['a juror at work by a moderator is refused', { seat: 'book-3' }, 'refused: juror'],
    [
      'a juror at work by an administrator is suspended',
      { seat: 'book-3', isByAdministrator: true },
      'suspend, record-act, record-decision, tell-owner',
    ],
    ['an administrator by a moderator is refused', { account: admin }, 'refused: staff'],
    [
      'the last administrator is refused',
      { account: admin, isByAdministrator: true, hasOtherAdministrator: false },
      'refused: last_administrator',
    ],
    [
      'an administrator beside another one is suspended',
      { account: admin, isByAdministrator: true },
      'suspend, record-act, record-decision, tell-owner',
    ],
  ])('%s', (_, facts, expected) => {
    const suspension = { ...member, ...facts }
    const byHand = factsOf('designer', 'shown', { suspension, reports: [] })
    expect(inWords(decideSuspension(byHand, day(7)))).toBe(expected)
    const reported = inWords(decideSubject(factsOf('logo', 'shown', { suspension }), verdictOf('suspend')))
    if (expected.startsWith('refused')) expect(reported).toBe(expected)
    else expect(reported).toMatch(/^suspend, /)
  })

  test('ended by hand needs no reason for a letter; the same end again changes nothing', () => {
    const facts = (suspended_until: Date | null) =>
      factsOf('designer', 'shown', {
        suspension: { ...member, account: { ...member.account!, suspended_until } },
        reports: [],
      })
    expect(inWords(decideSuspension(facts(day(7)), null))).toBe('suspend, record-act')
    expect(inWords(decideSuspension(facts(null), null))).toBe('')
    expect(inWords(decideSuspension(facts(day(7)), day(7)))).toBe('')
  })
})

test.each<[State, boolean, string]>([
  ['shown', true, 'hide, record-decision, record-act, tell-owner'],
  ['hidden by reports', true, 'hide, record-decision, record-act, tell-owner'],
  ['hidden by staff', true, ''],
  ['shown', false, ''],
  ['hidden by reports', false, 'show, record-act'],
  ['hidden by staff', false, 'show, record-act'],
])('a comment that is %s and set to hidden = %s by hand changes [%s]', (state, isHidden, expected) =>
  expect(inWords(decideHiding(factsOf('comment', state, { reports: [] }), isHidden))).toBe(expected),
)

describe('an appeal', () => {
  const told = 'record-decision, close-reports, record-act, tell-appellant'
  const restored = `undo-decision, ${told}`
  const appealOf = (decision: AppealFacts['against']['decision'], more: Partial<AppealFacts> = {}) => ({
    at,
    key: { kind: 'comment', id: 5 } as const,
    subject: factsOf('comment', 'hidden by staff').subject,
    report_id: 9,
    appellant: owner,
    against: { decision_id: 3, kind: 'comment', subject_id: 5, decision, decided_by: 4 } as const,
    isByDecider: false,
    hasOtherModerator: true,
    otherHidings: [],
    suspension: decision === 'suspend' ? { designer_id: 7, until: day(7), otherUntil: undefined } : undefined,
    ...more,
  })
  const hiding = (decision: 'hide' | 'remove') => ({ decision, why: 'Other', decided_at: day(-1) })

  test.each<[string, AppealFacts, string]>([
    ['a dismissal', appealOf('dismiss'), restored],
    ['a warning', appealOf('warn'), restored],
    ['hiding', appealOf('hide'), `show, ${restored}`],
    ['a removal', appealOf('remove'), `show, ${restored}`],
    ['a suspension', appealOf('suspend'), `suspend, ${restored}`],
    ['hiding of what is gone', appealOf('hide', { subject: undefined }), 'refused: gone_for_good'],
    ['a removal of what is gone', appealOf('remove', { subject: undefined }), 'refused: gone_for_good'],
    ['a dismissal about what is gone', appealOf('dismiss', { subject: undefined }), restored],
    ['a suspension about what is gone', appealOf('suspend', { subject: undefined }), `suspend, ${restored}`],
    ['hiding of what is shown', appealOf('hide', { subject: factsOf('comment', 'shown').subject }), restored],
    [
      'hiding of what reports have hidden since',
      appealOf('hide', { subject: factsOf('comment', 'hidden by reports').subject }),
      restored,
    ],
    [
      'hiding beside another decision',
      appealOf('hide', { otherHidings: [hiding('hide')] }),
      `hide, ${restored}`,
    ],
    ['a suspension of a closed account', appealOf('suspend', { suspension: undefined }), restored],
    [
      'a suspension that was ended by hand',
      appealOf('suspend', { suspension: { designer_id: 7, until: null, otherUntil: day(3) } }),
      restored,
    ],
    ['one’s own decision', appealOf('hide', { isByDecider: true }), 'refused: own_decision'],
    [
      'one’s own decision where no one else can decide',
      appealOf('hide', { isByDecider: true, hasOtherModerator: false }),
      `show, ${restored}`,
    ],
  ])('won against %s is written in order', (_, facts, expected) =>
    expect(inWords(decideAppeal(facts, { outcome: 'restore' }))).toBe(expected),
  )

  test.each(['dismiss', 'warn', 'hide', 'remove', 'suspend'] as const)(
    'dismissed against %s leaves everything as it is, and tells the appellant',
    decision => {
      expect(inWords(decideAppeal(appealOf(decision), { outcome: 'dismiss' }))).toBe(told)
      expect(inWords(decideAppeal(appealOf(decision, { subject: undefined }), { outcome: 'dismiss' }))).toBe(
        told,
      )
    },
  )

  test.each(['hide', 'remove', 'warn', 'suspend'] as const)('is not decided by %s', outcome =>
    expect(inWords(decideAppeal(appealOf('hide'), verdictOf(outcome)))).toBe('refused: appeal'),
  )

  const changesOf = (facts: AppealFacts) => {
    const decision = decideAppeal(facts, { outcome: 'restore' })
    return decision.kind === 'decided' ? decision.changes : []
  }

  test.each<[string, ('hide' | 'remove')[], object]>([
    ['only hide it: it is no longer removed', ['hide', 'hide'], { isRemoved: false }],
    ['remove it: its removal goes on', ['hide', 'remove'], {}],
  ])('won where other decisions %s', (_, others, more) => {
    const [hide, ...rest] = changesOf(appealOf('remove', { otherHidings: others.map(hiding) }))
    expect(hide).toEqual({
      kind: 'hide',
      key: { kind: 'comment', id: 5 },
      hiding: { at: day(-1), by: 'staff', why: 'Other', ...more },
    })
    expect(rest.at(-1)).toMatchObject({ isRestored: true, isOverruled: true })
  })

  test.each<[string, Date | undefined, Date | null, boolean]>([
    ['no other one ends it', undefined, null, false],
    ['an earlier end of another one is kept', day(3), day(3), true],
    ['a later end of another one never makes it longer', day(30), day(7), true],
  ])('won against a suspension: %s', (_, otherUntil, until, isOverruled) => {
    const facts = appealOf('suspend', { suspension: { designer_id: 7, until: day(7), otherUntil } })
    const changes = changesOf(facts)
    expect(changes[0]).toEqual({ kind: 'suspend', designer_id: 7, until })
    expect(changes.at(-1)).toMatchObject({ isRestored: true, isOverruled })
  })
})
