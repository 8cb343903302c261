import { useEffect, useState } from 'react'
import type * as api from '../../../shared/api.ts'
import type { InputOf, OutputOf } from '../../../shared/endpoint.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { keepApproved, readApproved } from './approved.ts'
import { useApprove } from './queries.ts'

/** The state of an approved payment. */
export type SettlementStatus =
  | { at: 'none' }
  /** Polling; `isSlow`: the provider has not confirmed the payment yet. */
  | { at: 'asking'; isSlow: boolean }
  /** Polling has stopped, without an answer or without a confirmation; it can be started again. */
  | { at: 'unanswered' | 'late' }
  /** The server has refused the payment, and why. A new payment may start unless the money is with us. */
  | { at: 'refused'; because: string; money: 'untouched' | 'returned' | 'elsewhere' }

type Approve = (
  approved: InputOf<typeof api.membership.paypalApproved>,
) => Promise<OutputOf<typeof api.membership.paypalApproved>>

type Environment = {
  approve: Approve
  /** The membership has started. */
  onMember: (memberExpire: string | null) => void
  /** Whether the provider's window of another attempt is open. */
  isPaying: () => boolean
}

const moneyBy: Record<string, 'untouched' | 'returned'> = { refused: 'untouched', refunded: 'returned' }

const refusedBy = ({ error, code = '' }: { error: string; code?: string }): SettlementStatus => ({
  at: 'refused',
  because: error,
  money: moneyBy[code] ?? 'elsewhere',
})

/** Polling delays in ms: short after no answer, growing to about two minutes in all while unconfirmed. */
const afterNoAnswer = [1000, 3000]
const afterConfirming = [1000, 2000, 3000, 5000, 8000, 12_000, 15_000, 20_000, 25_000, 30_000]
const afterClosing = [1500, 5000, 10_000, 20_000, 30_000]

/** Polls the server for the outcome of an approved payment until it is known. Polling never pays again. */
export class Settlement {
  readonly #store = createStore<SettlementStatus>({ at: 'none' })
  readonly #environment: Environment
  #isStopped = false
  /** The subscription whose window was closed last. */
  #closed: string | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  readonly read = () => this.#store.read()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  /** Resumes after a reload. Returns how to stop. */
  start() {
    this.#isStopped = false
    const approved = readApproved()
    if (approved) void this.settle(approved)
    return () => {
      this.#isStopped = true
    }
  }

  /** Polls for the outcome of a subscription that the buyer has approved. */
  readonly settle = async (subscriptionID: string, orderID?: string) => {
    this.#closed = undefined
    keepApproved(subscriptionID)
    this.#store.set({ at: 'asking', isSlow: false })
    let unanswered = 0
    let unconfirmed = 0
    while (!this.#isStopped) {
      let pause: number | undefined
      try {
        const { status, member_expire } = await this.#environment.approve({ subscriptionID, orderID })
        if (status === 'member') {
          keepApproved(undefined)
          return this.#environment.onMember(member_expire)
        }
        pause = afterConfirming[unconfirmed++]
        if (!pause) return this.#store.set({ at: 'late' })
        this.#store.set({ at: 'asking', isSlow: true })
      } catch (error) {
        if (error instanceof CallError && error.status > 0) return this.#refuse(error)
        pause = afterNoAnswer[unanswered++]
        if (!pause) return this.#store.set({ at: 'unanswered' })
      }
      await sleep(pause)
    }
  }

  /**
   * The provider's window was closed without a result: mostly the buyer cancelled, sometimes the result was lost. Polls
   * without showing it whether the subscription was approved.
   */
  readonly checkClosed = async (subscriptionID: string) => {
    this.#closed = subscriptionID
    for (const pause of afterClosing) {
      await sleep(pause)
      // The page was left, or another attempt has started.
      if (this.#isStopped || this.#closed !== subscriptionID) return
      const answer = await this.#environment.approve({ subscriptionID }).catch((error: unknown) => error)
      if (this.#isStopped) return
      if (answer instanceof CallError && answer.status === 409 && answer.body.code) {
        // The outcome of an earlier attempt must not replace the one in progress.
        if (this.#closed === subscriptionID && !this.#environment.isPaying())
          this.#store.set(refusedBy(answer.body))
        return
      }
      if (isMember(answer)) return this.#environment.onMember(answer.member_expire)
    }
  }

  readonly startAgain = () => this.#store.set({ at: 'none' })

  #refuse({ status, body }: CallError) {
    // A refusal is final; after a server error or a rate limit the outcome can be asked for again.
    if (status < 500 && status !== 429) keepApproved(undefined)
    this.#store.set(refusedBy(body))
  }
}

const isMember = (answer: unknown): answer is Awaited<ReturnType<Approve>> =>
  typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'member'

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** A settlement for as long as the caller is mounted. */
export function useSettlement(onMember: Environment['onMember'], isPaying: boolean) {
  const { mutateAsync: approve } = useApprove()
  const [settlement] = useState(() => {
    const environment = { approve, onMember, isPaying: () => isPaying }
    return { machine: new Settlement(environment), environment }
  })
  const { machine } = settlement
  const status = useStore(machine)
  useEffect(() => {
    Object.assign(settlement.environment, { approve, onMember, isPaying: () => isPaying })
  })
  useEffect(() => machine.start(), [machine])
  return {
    settlement: status,
    settle: machine.settle,
    look: machine.checkClosed,
    startAgain: machine.startAgain,
  }
}
