import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../shared/endpoint.ts'
import { Settlement } from './settlement.ts'

const member = { status: 'member', member_expire: '2027-11-22' } as const
const confirming = { status: 'confirming', member_expire: null } as const
const noAnswer = () => new CallError(0, { error: 'We couldn’t reach the gallery.' })

beforeEach(() => {
  vi.useFakeTimers()
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function make(...answers: (typeof member | typeof confirming | CallError)[]) {
  let isPaying = false
  const approve = vi.fn(async (_approved: { subscriptionID: string }) => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (answer instanceof CallError) throw answer
    return answer
  })
  const onMember = vi.fn()
  const settlement = new Settlement({ approve, onMember, isPaying: () => isPaying })
  const setPaying = (is: boolean) => {
    isPaying = is
  }
  return { settlement, approve, onMember, setPaying }
}

test('a membership that is there ends the polling at once, and is not kept for a reload', async () => {
  const { settlement, approve, onMember } = make(member)
  await settlement.settle('I-1', 'O-1')
  expect(approve).toHaveBeenCalledExactlyOnceWith({ subscriptionID: 'I-1', orderID: 'O-1' })
  expect(onMember).toHaveBeenCalledExactlyOnceWith('2027-11-22')
  expect(sessionStorage.getItem('approved')).toBeNull()
})

test('an unconfirmed payment is polled with growing delays, shown as slow, and late after about two minutes', async () => {
  const { settlement, approve, onMember } = make(confirming)
  const start = Date.now()
  void settlement.settle('I-1')
  expect(settlement.read()).toEqual({ at: 'asking', isSlow: false })
  await vi.advanceTimersByTimeAsync(0)
  expect(settlement.read()).toEqual({ at: 'asking', isSlow: true })
  await vi.runAllTimersAsync()
  expect(settlement.read()).toEqual({ at: 'late' })
  expect(approve).toHaveBeenCalledTimes(11)
  expect(Date.now() - start).toBe(121_000)
  expect(onMember).not.toHaveBeenCalled()
  expect(sessionStorage.getItem('approved')).toBe('I-1')
})

test('a confirmation during the polling starts the membership', async () => {
  const { settlement, approve, onMember } = make(confirming, confirming, member)
  void settlement.settle('I-1')
  await vi.runAllTimersAsync()
  expect(approve).toHaveBeenCalledTimes(3)
  expect(onMember).toHaveBeenCalledOnce()
})

test('three polls without an answer stop as unanswered, and polling again is possible', async () => {
  const { settlement, approve, onMember } = make(noAnswer(), noAnswer(), noAnswer(), member)
  void settlement.settle('I-1')
  await vi.runAllTimersAsync()
  expect(settlement.read()).toEqual({ at: 'unanswered' })
  expect(approve).toHaveBeenCalledTimes(3)
  expect(sessionStorage.getItem('approved')).toBe('I-1')
  await settlement.settle('I-1')
  expect(onMember).toHaveBeenCalledOnce()
})

test.each([
  ['refused', 'untouched'],
  ['refunded', 'returned'],
  ['account_closed', 'elsewhere'],
] as const)('a refusal with code %s is final and says that the money is %s', async (code, money) => {
  const { settlement, approve } = make(new CallError(409, { error: 'No.', code }))
  await settlement.settle('I-1')
  expect(settlement.read()).toEqual({ at: 'refused', because: 'No.', money })
  expect(approve).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('approved')).toBeNull()
})

test.each([500, 503, 429])('after status %i a reload asks for the outcome again', async status => {
  const { settlement } = make(new CallError(status, { error: 'Later.' }))
  await settlement.settle('I-1')
  expect(settlement.read()).toMatchObject({ at: 'refused', because: 'Later.' })
  expect(sessionStorage.getItem('approved')).toBe('I-1')
})

test('a reload resumes the polling of an approved subscription', async () => {
  sessionStorage.setItem('approved', 'I-7')
  const { settlement, approve, onMember } = make(member)
  settlement.start()
  await vi.runAllTimersAsync()
  expect(approve).toHaveBeenCalledWith({ subscriptionID: 'I-7', orderID: undefined })
  expect(onMember).toHaveBeenCalledOnce()
})

test('without an approved subscription nothing is polled', async () => {
  const { settlement, approve } = make(member)
  settlement.start()
  await vi.runAllTimersAsync()
  expect(approve).not.toHaveBeenCalled()
})

test('leaving the page stops the polling', async () => {
  const { settlement, approve } = make(confirming)
  const stop = settlement.start()
  void settlement.settle('I-1')
  await vi.advanceTimersByTimeAsync(0)
  stop()
  await vi.runAllTimersAsync()
  expect(approve).toHaveBeenCalledOnce()
})

test('a closed window is checked without a change on screen, and a membership found so is taken', async () => {
  const { settlement, onMember } = make(new CallError(404, { error: 'Not approved.' }), member)
  void settlement.checkClosed('I-1')
  await vi.advanceTimersByTimeAsync(1500)
  expect(settlement.read()).toEqual({ at: 'none' })
  await vi.runAllTimersAsync()
  expect(onMember).toHaveBeenCalledOnce()
})

test('a closed window that was not approved is checked five times', async () => {
  const { settlement, approve } = make(new CallError(404, { error: 'Not approved.' }))
  void settlement.checkClosed('I-1')
  await vi.runAllTimersAsync()
  expect(approve).toHaveBeenCalledTimes(5)
  expect(settlement.read()).toEqual({ at: 'none' })
})

test('another closed window ends the check of the one before', async () => {
  const { settlement, approve } = make(new CallError(404, { error: 'Not approved.' }))
  void settlement.checkClosed('I-1')
  void settlement.checkClosed('I-2')
  await vi.runAllTimersAsync()
  expect(approve.mock.calls.map(([{ subscriptionID }]) => subscriptionID)).toEqual(Array(5).fill('I-2'))
})

test('the refusal of a closed attempt is shown only while no other attempt is in progress', async () => {
  const refusal = new CallError(409, { error: 'Declined.', code: 'refused' })
  const busy = make(refusal)
  busy.setPaying(true)
  void busy.settlement.checkClosed('I-1')
  await vi.runAllTimersAsync()
  expect(busy.settlement.read()).toEqual({ at: 'none' })
  const idle = make(refusal)
  void idle.settlement.checkClosed('I-1')
  await vi.runAllTimersAsync()
  expect(idle.settlement.read()).toMatchObject({ at: 'refused', because: 'Declined.' })
})
