import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../shared/endpoint.ts'
import { keepApproved, readApproved } from './approved.ts'
import { useApprove } from './queries.ts'

/** What has become of an approved payment. */
export type Settling =
  | { at: 'none' }
  /** Being asked for; `isSlow`: the provider has not confirmed it yet. */
  | { at: 'asking'; isSlow: boolean }
  /** No answer came, or the provider takes long: it may be asked for again. */
  | { at: 'unanswered' | 'late' }
  /** The server says that it came to nothing, and why. Unless the money is with us, one may begin anew. */
  | { at: 'refused'; because: string; money: 'untouched' | 'returned' | 'elsewhere' }

const moneyBy: Record<string, 'untouched' | 'returned'> = { refused: 'untouched', refunded: 'returned' }

const refusedBy = ({ error, code = '' }: { error: string; code?: string }): Settling => ({
  at: 'refused',
  because: error,
  money: moneyBy[code] ?? 'elsewhere',
})

/** Between two questions, in ms: an unanswered one soon again, an unconfirmed one for about two minutes. */
const afterNoAnswer = [1000, 3000]
const afterConfirming = [1000, 2000, 3000, 5000, 8000, 12_000, 15_000, 20_000, 25_000, 30_000]
const afterClosing = [1500, 5000, 10_000, 20_000, 30_000]

/**
 * Asks what has become of an approved payment until that is known; asking never pays again. Goes on after a reload.
 * `onMember` is called once the membership is there. `isPaying`: the window of another attempt is open.
 */
export function useSettling(onMember: (memberExpire: string | null) => void, isPaying: boolean) {
  const { mutateAsync: approve } = useApprove()
  const [settling, setSettling] = useState<Settling>({ at: 'none' })
  const latestOnMember = useRef(onMember)
  const isPayingNow = useRef(isPaying)
  const isGone = useRef(false)
  const looking = useRef<string>(undefined)
  useEffect(() => {
    latestOnMember.current = onMember
    isPayingNow.current = isPaying
  })

  const settle = useCallback(
    async (subscriptionID: string, orderID?: string) => {
      looking.current = undefined
      keepApproved(subscriptionID)
      setSettling({ at: 'asking', isSlow: false })
      let unanswered = 0
      let unconfirmed = 0
      while (!isGone.current) {
        try {
          const { status, member_expire } = await approve({ subscriptionID, orderID })
          if (status === 'member') {
            keepApproved(undefined)
            return latestOnMember.current(member_expire)
          }
          const pause = afterConfirming[unconfirmed++]
          if (!pause) return setSettling({ at: 'late' })
          setSettling({ at: 'asking', isSlow: true })
          await sleep(pause)
        } catch (error) {
          const { status, body } =
            error instanceof CallError ? error : { status: 0, body: { error: '', code: undefined } }
          if (status > 0) {
            // What the server has refused it will refuse again; what it could not do it may be asked for again.
            if (status < 500 && status !== 429) keepApproved(undefined)
            return setSettling(refusedBy(body))
          }
          const pause = afterNoAnswer[unanswered++]
          if (!pause) return setSettling({ at: 'unanswered' })
          await sleep(pause)
        }
      }
    },
    [approve],
  )

  /**
   * The window was closed without a word: most often the buyer thought better of it, sometimes the word was lost.
   * Looks in silence whether there was an approval.
   */
  const look = useCallback(
    async (subscriptionID: string) => {
      looking.current = subscriptionID
      for (const pause of afterClosing) {
        await sleep(pause)
        // Gone, or another attempt is under way.
        if (isGone.current || looking.current !== subscriptionID) return
        const answer = await approve({ subscriptionID }).catch(error => error)
        if (isGone.current) return
        if (answer instanceof CallError && answer.status === 409 && answer.body.code) {
          // What is being tried now must not be torn away by how the attempt before it ended.
          if (looking.current === subscriptionID && !isPayingNow.current) setSettling(refusedBy(answer.body))
          return
        }
        if (answer?.status === 'member') return latestOnMember.current(answer.member_expire)
      }
    },
    [approve],
  )

  useEffect(() => {
    isGone.current = false
    const approved = readApproved()
    if (approved) void settle(approved)
    return () => {
      isGone.current = true
    }
  }, [settle])

  const startAgain = () => setSettling({ at: 'none' })
  return { settling, settle, look, startAgain }
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
