import { CallError, type ErrorBody } from '../../../shared/endpoint.ts'
import { createStore } from '../../lib/store.ts'
import type { Kept, NewAct, OutboxStore, ScoreKept } from './outbox-store.ts'

/** The largest number of scores in one call. */
const batchSize = 100
/** Debounce in ms: scores in quick succession are sent as one batch. */
const coalesceMs = 800
const firstBackoffMs = 1000
const maxBackoffMs = 30_000
/** How often a stopped outbox looks whether the account may send again. */
const recheckMs = 15_000

/** What the server answered for a key. */
type ScoreAnswer = { key: string; state: 'kept' | 'refused'; error?: string }

export type Transport = {
  sendScores: (scores: ScoreKept[]) => Promise<ScoreAnswer[]>
  sendAct: (act: Exclude<Kept, ScoreKept>) => Promise<unknown>
  /** The account whose session this browser has; 0 for none. Rejects when that cannot be known. */
  findAccount: () => Promise<number>
}

type Delivery =
  | 'idle'
  | 'sending'
  /** No answer: retried with backoff. */
  | 'waiting'
  /** No account, or another one, is signed in: sending resumes when the same account is back. */
  | 'signed out'
  /** The account may not score at present, as `obstacle` says: sending resumes when it may. */
  | 'blocked'

export type OutboxState = {
  /** Whether the stored acts have been read. */
  isReady: boolean
  /** Acts that the server has not accepted yet. */
  kept: Kept[]
  /** Scores that the server accepted from this device in this round. */
  sent: number
  /** Acts that the server refused, with the reason. */
  refused: Kept[]
  delivery: Delivery
  /** Why the server takes nothing from the account at present. */
  obstacle?: ErrorBody
}

export const initialState: OutboxState = { isReady: false, kept: [], sent: 0, refused: [], delivery: 'idle' }

type Options = {
  store: OutboxStore
  designerId: number
  round: string
  transport: Transport
  /** A tile's score or state changed, here or in another tab. */
  onAct?: (act: NewAct) => void
}

type Message = { designerId: number; act?: NewAct }

/** An account's outbox on this device: keeps acts, and sends them in the background. Any number of tabs share one. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the state of one queue
export function openOutbox({ store, designerId, round, transport, onAct }: Options) {
  const owner = { designer_id: designerId, round }
  const { read, set, subscribe } = createStore(initialState)
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDelivering = false
  let delivering = Promise.resolve()
  let isClosed = false
  // Without BroadcastChannel or locks each tab sends alone: the idempotency keys keep a score from counting twice.
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('jury-outbox')

  const publish = (changes: Partial<OutboxState>) => set({ ...read(), ...changes })

  async function refresh() {
    if (isClosed) return
    const [items, sent] = await Promise.all([store.list(designerId), store.countSent(owner)])
    if (isClosed) return
    publish({
      isReady: true,
      kept: items.filter(item => item.refusal === undefined),
      refused: items.filter(item => item.refusal !== undefined),
      sent,
    })
  }

  async function changed(act?: NewAct) {
    channel?.postMessage({ designerId, act } satisfies Message)
    await refresh()
  }

  function schedule(ms: number) {
    if (isClosed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      deliver()
    }, ms)
  }

  /** Sends stored acts batch by batch. One tab at a time holds the lock, for one batch. */
  function deliver() {
    if (!isClosed && !isDelivering) delivering = deliverAll()
  }

  async function deliverAll() {
    isDelivering = true
    let outcome: Outcome = 'more'
    try {
      while (outcome === 'more' && !isClosed) {
        outcome = await exclusively(sendNext)
        // Something arrived: the next failure is a first one, however long the queue still is.
        if (outcome === 'more') failures = 0
      }
    } catch {
      // IndexedDB failed: its content stays for the next attempt.
      outcome = 'failed'
    }
    isDelivering = false
    if (isClosed) return
    if (outcome === 'failed') {
      failures += 1
      publish({ delivery: 'waiting' })
      schedule(backoff(failures, retryAfterMs))
      return
    }
    failures = 0
    if (outcome === 'signed out' || outcome === 'blocked') {
      publish({ delivery: outcome })
      schedule(recheckMs)
    } else publish({ delivery: 'idle' })
  }

  type Outcome = 'more' | 'done' | 'failed' | 'signed out' | 'blocked'
  let retryAfterMs = 0

  async function sendNext(): Promise<Outcome> {
    const waiting = (await store.list(designerId)).filter(item => item.refusal === undefined)
    const [first] = waiting
    if (!first) {
      await refresh()
      return 'done'
    }
    const { delivery } = read()
    if (delivery === 'signed out' && (await transport.findAccount()) !== designerId) return 'signed out'
    // A stopped outbox keeps saying so until the server has accepted something.
    if (delivery !== 'blocked') publish({ delivery: 'sending' })
    const isScore = (item: Kept): item is ScoreKept => item.kind === 'score'
    // Other acts than scores are sent first, one by one: a saved tile must not look unsaved behind hundreds of scores.
    const act = waiting.find(item => !isScore(item))
    const batch = act ? [act] : waiting.slice(0, batchSize)
    const outcome = await sendBatch(await store.markAttempted(batch))
    await changed()
    return outcome
  }

  async function sendBatch(batch: Kept[]): Promise<Outcome> {
    if (!batch.length) return 'more'
    retryAfterMs = 0
    try {
      const [item] = batch
      if (item && item.kind !== 'score') {
        await transport.sendAct(item)
        await store.settle([item], [])
      } else await settleScores(batch as ScoreKept[])
      return 'more'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return handleRefusal(batch, error)
    }
  }

  async function settleScores(batch: ScoreKept[]) {
    const answers = new Map((await transport.sendScores(batch)).map(answer => [answer.key, answer]))
    const refusalOf = (item: ScoreKept) => {
      const answer = answers.get(item.key)
      return answer?.state === 'refused' ? (answer.error ?? 'The server refused this score.') : undefined
    }
    // A key without an answer stays, and is sent again.
    await store.settle(
      batch.filter(item => answers.get(item.key)?.state === 'kept'),
      batch.flatMap(item => {
        const refusal = refusalOf(item)
        return refusal === undefined ? [] : [{ item, refusal }]
      }),
    )
  }

  async function handleRefusal(batch: Kept[], error: CallError): Promise<Outcome> {
    const { status, body } = error
    if (![400, 401, 403, 404, 409].includes(status)) {
      retryAfterMs = (error.retryAfter || 0) * 1000
      return 'failed'
    }
    if (status === 401) return 'signed out'
    // A code names a problem of the account or of its session. It is no verdict on a score.
    if (status === 403 && body.code !== undefined) {
      publish({ obstacle: body })
      return 'blocked'
    }
    // A 404 may mean that another account is signed in: check the session first.
    const account = await transport.findAccount().catch(() => undefined)
    if (account === undefined) return 'failed'
    if (account !== designerId) return 'signed out'
    if (batch.length > 1) {
      // Some acts made the server refuse the batch: sent one by one, each gets its own answer.
      for (const item of batch) {
        const outcome = await sendBatch([item])
        if (outcome !== 'more') return outcome
      }
      return 'more'
    }
    const [item] = batch
    if (!item) return 'more'
    // The answer to an earlier attempt was lost: the tile already belongs to another juror.
    if (item.kind === 'conflict' && status === 404) await store.settle([item], [])
    else await store.settle([], [{ item, refusal: body.error }])
    return 'more'
  }

  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data.designerId !== designerId) return
    if (data.act) onAct?.(data.act)
    refresh().catch(() => {})
  }
  channel?.addEventListener('message', onMessage)

  /** Retries at once, because the connection or the account is back. */
  function resume() {
    clearTimeout(timer)
    timer = undefined
    deliver()
  }

  // The connection is back, or the juror is: perhaps from the tab where the account signed in again.
  const wakingEvents = ['online', 'focus'] as const
  for (const event of wakingEvents) globalThis.addEventListener?.(event, resume)
  void refresh().then(resume, () => {})

  return {
    read,
    subscribe,
    /** Stores an act; resolves once IndexedDB has committed. */
    async keep(act: NewAct) {
      const { added, replaced } = await store.add(owner, act)
      channel?.postMessage({ designerId, act } satisfies Message)
      const others = read().kept.filter(
        item => item.id !== added.id && !replaced.some(({ id }) => id === item.id),
      )
      publish({ kept: [...others, added] })
      // After a failure a retry is already scheduled.
      if (!failures) schedule(coalesceMs)
    },
    /** Withdraws a score that was never sent; returns whether it did. */
    async withdraw(assignmentId: number) {
      const isWithdrawn = await store.withdraw(designerId, assignmentId)
      await changed()
      return isWithdrawn
    },
    /** Dismisses the refusals. */
    async dismissRefused() {
      await store.dismiss(read().refused)
      await changed()
    },
    resume,
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const event of wakingEvents) globalThis.removeEventListener?.(event, resume)
      channel?.close()
      return delivering.finally(store.close)
    },
  }
}

export type Outbox = ReturnType<typeof openOutbox>

/** Exponential backoff with jitter. */
function backoff(failures: number, atLeastMs: number) {
  const ms = Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs)
  return Math.max(atLeastMs, ms / 2 + (Math.random() * ms) / 2)
}

/** Runs `work` while no other tab does. */
const exclusively = <Result>(work: () => Promise<Result>): Promise<Result> =>
  globalThis.navigator?.locks ? navigator.locks.request('jury-outbox', work) : work()
