import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from '../../../shared/endpoint.ts'
import { type Outbox, openOutbox, type Transport } from './outbox.ts'
import { type OutboxStore, openOutboxStore, type ScoreKept } from './outbox-store.ts'

const patience = { timeout: 60_000, interval: 10 }
const ada = 7
const ben = 8
const round = 'book-14 first'

let open: { close: () => unknown }[] = []

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  open = []
})
afterEach(() => Promise.all(open.map(one => one.close())))

type Server = {
  ledger: Map<string, ScoreKept>
  /** Whose session the browser has; 0 for none. */
  account: number
  /** Why a score is refused: alone by a sentence, or with its whole call. */
  refuse?: (score: ScoreKept) => CallError | string | undefined
  acts: string[]
  transport: Transport
}

/** A server that keeps the first answer of each key, and whose connection fails as `drops` says. */
function makeServer(drops: () => 'before' | 'after' | undefined = () => undefined) {
  const ledger = new Map<string, ScoreKept>()
  const server: Server = {
    ledger,
    account: ada,
    acts: [],
    transport: {
      async sendScores(scores: ScoreKept[]) {
        expect(scores.length).toBeLessThanOrEqual(100)
        const drop = drops()
        if (drop === 'before') throw new CallError(0, { error: 'No answer' })
        if (server.account === 0) throw new CallError(401, { error: 'Sign in' })
        if (server.account !== ada) throw new CallError(404, { error: 'Not found' })
        const refusals = scores.map(score => server.refuse?.(score))
        const whole = refusals.find(refusal => refusal instanceof CallError)
        if (whole instanceof CallError) throw whole
        for (const score of scores)
          if (!server.refuse?.(score) && !ledger.has(score.key)) ledger.set(score.key, score)
        if (drop === 'after') throw new CallError(0, { error: 'No answer' })
        return scores.map(({ key }, i) => {
          const error = refusals[i]
          return typeof error === 'string'
            ? ({ key, state: 'refused', error } as const)
            : ({ key, state: 'kept' } as const)
        })
      },
      async sendAct(act) {
        server.acts.push(act.kind)
      },
      findAccount: async () => server.account,
    },
  }
  return server
}

async function openTab(transport: Transport, options: { designerId?: number; now?: () => number } = {}) {
  const store = await openOutboxStore(options.now)
  const outbox = openOutbox({ store, designerId: options.designerId ?? ada, round, transport })
  open.push(outbox)
  return { store, outbox }
}

const score = (outbox: Outbox, assignment_id: number, value = 2) =>
  outbox.keep({ kind: 'score', assignment_id, score: value })

const untilEmpty = (outbox: Outbox) => vi.waitFor(() => expect(outbox.read().kept).toEqual([]), patience)

/** A generator of pseudo-random numbers below 1. */
function seeded(seed: number) {
  let x = seed
  return () => {
    x = (x * 1664525 + 1013904223) % 2 ** 32
    return x / 2 ** 32
  }
}

test('a thousand scores over a flaky connection arrive exactly once', async () => {
  const random = seeded(5)
  const server = makeServer(() => {
    const roll = random()
    return roll < 0.3 ? 'before' : roll < 0.6 ? 'after' : undefined
  })
  const { outbox } = await openTab(server.transport)
  for (let tile = 1; tile <= 1000; tile += 1) await score(outbox, tile, tile % 4)
  // Without waiting for the backoff.
  const retryAtOnce = () => {
    outbox.resume()
    expect(outbox.read().kept).toEqual([])
  }
  await vi.waitFor(retryAtOnce, patience)
  expect([...server.ledger.values()].map(s => s.assignment_id).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 1000 }, (_, i) => i + 1),
  )
  expect(outbox.read().sent).toBe(1000)
}, 120_000)

test('a successful batch resets the backoff', async () => {
  const outcomes = ['before', 'before', 'before', undefined, 'before'] as const
  let calls = 0
  const server = makeServer(() => outcomes[calls++])
  const { outbox } = await openTab(server.transport)
  // Waits are noted and do not end by themselves.
  const waits: number[] = []
  const { setTimeout } = globalThis
  const spy = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0) =>
      ms < 500 ? setTimeout(run, ms) : waits.push(ms)) as typeof setTimeout)
  onTestFinished(() => void spy.mockRestore())
  for (let tile = 1; tile <= 150; tile += 1) await score(outbox, tile)
  for (const sent of [1, 2, 3, 5]) {
    outbox.resume()
    await vi.waitFor(() => expect([calls, outbox.read().delivery]).toEqual([sent, 'waiting']), patience)
    if (sent === 3) expect(waits.at(-1)).toBeGreaterThanOrEqual(2000)
  }
  expect(server.ledger.size).toBe(100)
  expect(waits.at(-1)).toBeLessThanOrEqual(1000)
})

test('scores that were kept when the browser died are sent by the next page', async () => {
  const server = makeServer(() => 'after')
  const first = await openTab(server.transport)
  for (let tile = 1; tile <= 5; tile += 1) await score(first.outbox, tile)
  first.outbox.resume()
  await vi.waitFor(() => expect(first.outbox.read().delivery).toBe('waiting'), patience)
  await first.outbox.close()
  const before = [...server.ledger.keys()]

  const after = makeServer()
  for (const [key, kept] of server.ledger) after.ledger.set(key, kept)
  const { outbox } = await openTab(after.transport)
  await untilEmpty(outbox)
  expect(after.ledger.size).toBe(5)
  expect([...after.ledger.keys()].slice(0, before.length)).toEqual(before)
})

test('two tabs share one outbox: each shows what the other keeps, and nothing is sent twice', async () => {
  const server = makeServer()
  const one = await openTab(server.transport)
  const heard: unknown[] = []
  const store = await openOutboxStore()
  const two = openOutbox({
    store,
    designerId: ada,
    round,
    transport: server.transport,
    onAct: act => heard.push(act),
  })
  open.push(two)
  for (let tile = 1; tile <= 30; tile += 1) await score(tile % 2 ? one.outbox : two, tile)
  await vi.waitFor(
    () => expect(heard).toContainEqual(expect.objectContaining({ kind: 'score', assignment_id: 29 })),
    patience,
  )
  await untilEmpty(one.outbox)
  await untilEmpty(two)
  expect(server.ledger.size).toBe(30)
  await vi.waitFor(() => expect([one.outbox.read().sent, two.read().sent]).toEqual([30, 30]), patience)
})

test('another account’s scores are neither shown nor sent, and are sent when that account is back', async () => {
  const server = makeServer()
  server.account = 0
  const first = await openTab(server.transport)
  await score(first.outbox, 1)
  first.outbox.resume()
  await vi.waitFor(() => expect(first.outbox.read().delivery).toBe('signed out'), patience)
  await first.outbox.close()

  server.account = ben
  const other = await openTab(server.transport, { designerId: ben })
  await vi.waitFor(() => expect(other.outbox.read().delivery).toBe('idle'), patience)
  expect(other.outbox.read().kept).toEqual([])
  // A page of the first account that is still open does not send as the second.
  const stale = await openTab(server.transport)
  await vi.waitFor(() => expect(stale.outbox.read().delivery).toBe('signed out'), patience)
  expect(stale.outbox.read().refused).toEqual([])
  expect(server.ledger.size).toBe(0)

  server.account = ada
  const back = await openTab(server.transport)
  await vi.waitFor(() => expect(server.ledger.size).toBe(1), patience)
  await untilEmpty(back.outbox)
})

test.each(['factor_required', 'suspended', 'membership_required', 'csrf'])(
  'a 403 with the code %s stops the outbox with every score kept; it goes on when the account may score',
  async code => {
    const server = makeServer()
    const error = 'Not now.'
    server.refuse = () => new CallError(403, { error, code })
    const { outbox } = await openTab(server.transport)
    for (const tile of [1, 2, 3]) await score(outbox, tile)
    outbox.resume()
    await vi.waitFor(
      () => expect(outbox.read()).toMatchObject({ delivery: 'blocked', obstacle: { error, code } }),
      patience,
    )
    expect(outbox.read().kept).toHaveLength(3)
    await score(outbox, 4)
    server.refuse = undefined
    outbox.resume()
    await untilEmpty(outbox)
    expect(server.ledger.size).toBe(4)
    await vi.waitFor(() => expect(outbox.read().delivery).toBe('idle'), patience)
    expect(outbox.read().refused).toEqual([])
  },
)

test('a 403 without a code is a verdict on the scores', async () => {
  const server = makeServer()
  server.refuse = () => new CallError(403, { error: 'You sit on no jury.' })
  const { outbox } = await openTab(server.transport)
  for (const tile of [1, 2]) await score(outbox, tile)
  await untilEmpty(outbox)
  expect(outbox.read().refused).toMatchObject([
    { refusal: 'You sit on no jury.' },
    { refusal: 'You sit on no jury.' },
  ])
})

test('an open page sends by itself after its account has signed in again elsewhere', async () => {
  const server = makeServer()
  server.account = 0
  const { outbox } = await openTab(server.transport)
  // The recheck comes at once instead of after seconds.
  const { setTimeout } = globalThis
  const spy = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0) =>
      setTimeout(run, ms === 15_000 ? 20 : ms)) as typeof setTimeout)
  onTestFinished(() => void spy.mockRestore())
  await score(outbox, 1)
  await vi.waitFor(() => expect(outbox.read().delivery).toBe('signed out'), patience)
  await score(outbox, 2)
  server.account = ben
  // Longer than the debounce of sending.
  await new Promise(resolve => setTimeout(resolve, 1000))
  expect(outbox.read()).toMatchObject({ delivery: 'signed out', kept: [{}, {}] })
  server.account = ada
  await untilEmpty(outbox)
  expect(server.ledger.size).toBe(2)
})

test('a refused score stays with its reason until it is dismissed, and delays no other', async () => {
  const server = makeServer()
  server.refuse = ({ assignment_id }) => (assignment_id === 2 ? 'This tile was taken away.' : undefined)
  const { outbox } = await openTab(server.transport)
  for (const tile of [1, 2, 3]) await score(outbox, tile)
  await untilEmpty(outbox)
  expect(outbox.read().refused).toMatchObject([{ assignment_id: 2, refusal: 'This tile was taken away.' }])
  expect(server.ledger.size).toBe(2)
  await outbox.dismissRefused()
  expect(outbox.read().refused).toEqual([])
})

test('a call that is refused as a whole is sent again one by one, so that only its cause is refused', async () => {
  const server = makeServer()
  server.refuse = ({ assignment_id }) =>
    assignment_id === 2 ? new CallError(409, { error: 'The round has ended.' }) : undefined
  const { outbox } = await openTab(server.transport)
  for (const tile of [1, 2, 3]) await score(outbox, tile)
  await untilEmpty(outbox)
  expect(outbox.read().refused).toMatchObject([{ assignment_id: 2, refusal: 'The round has ended.' }])
  expect([...server.ledger.values()].map(s => s.assignment_id)).toEqual([1, 3])
})

test('a score can be withdrawn only before it was sent', async () => {
  const server = makeServer(() => 'before')
  const { outbox } = await openTab(server.transport)
  const real = globalThis.setTimeout
  // The debounce of sending does not end while the machine is busy.
  const debounce = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) =>
      ms === 800 ? undefined : real(work, ms)) as typeof setTimeout)
  await score(outbox, 1)
  expect(await outbox.withdraw(1)).toBe(true)
  debounce.mockRestore()
  expect(outbox.read().kept).toEqual([])
  await score(outbox, 2)
  outbox.resume()
  await vi.waitFor(() => expect(outbox.read().delivery).toBe('waiting'), patience)
  expect(await outbox.withdraw(2)).toBe(false)
  expect(outbox.read().kept).toHaveLength(1)
})

test('times of scores are monotonic, even if the clock goes back', async () => {
  let now = 2_000_000
  const server = makeServer(() => 'before')
  const { outbox } = await openTab(server.transport, { now: () => now })
  await score(outbox, 1)
  now = 1_000_000
  await score(outbox, 2)
  await score(outbox, 3)
  const dates = outbox.read().kept.map(item => (item.kind === 'score' ? Date.parse(item.scored_at) : 0))
  expect(dates).toEqual([2_000_000, 2_000_001, 2_000_002])
})

test('saves and skips are kept like scores, and go first', async () => {
  const server = makeServer()
  const { outbox } = await openTab(server.transport)
  await outbox.keep({ kind: 'saved', assignment_id: 1, state: 1 })
  await score(outbox, 1)
  await outbox.keep({ kind: 'skipped', assignment_id: 2, state: 1 })
  await untilEmpty(outbox)
  expect(server.acts).toEqual(['saved', 'skipped'])
  expect(server.ledger.size).toBe(1)
  expect(outbox.read().sent).toBe(1)
})

test('scores of the same millisecond in two tabs are all kept', async () => {
  const server = makeServer(() => 'before')
  const stores: OutboxStore[] = []
  const tabs = await Promise.all([openTab(server.transport), openTab(server.transport)])
  for (const { store } of tabs) stores.push(store)
  await Promise.all(tabs.flatMap(({ outbox }, t) => [0, 1, 2].map(i => score(outbox, t * 3 + i))))
  expect(await stores[0]?.list(ada)).toHaveLength(6)
})
