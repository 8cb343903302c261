import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from './answers.ts'

/** Fault injection: how a call fails. `match` is `METHOD /path`, with `*` for anything. */
export type Fault = {
  match: string
  times: number
  effect:
    | `status:${number}`
    | 'timeout'
    | 'reset'
    | `slow:${number}`
    | 'stale'
    | 'token_expired'
    | 'lost_answer'
}

/** The pattern `*` matches everything. */
const matches = (pattern: string, call: string) =>
  new RegExp(`^${pattern.replace(/[.?+^$()[\]{}|\\]/g, '\\$&').replace(/\*/g, '.*')}$`).test(call)

/** The fault to inject into this call, which is then used up once. */
export function takeFault(faults: Fault[], call: string): Fault | undefined {
  const fault = faults.find(each => each.times > 0 && matches(each.match, call))
  if (fault) fault.times--
  return fault
}

/** Answers a call with a fault. `answer` is how it would be answered; `expireTokens` forgets all access tokens. */
export async function injectFault(
  { effect }: Fault,
  signal: AbortSignal,
  answer: (isStale: boolean) => Promise<Response>,
  expireTokens: () => void,
): Promise<Response> {
  const [kind, figure] = effect.split(':') as [string, string | undefined]
  switch (kind) {
    case 'status':
      return refuse(Number(figure), figure === '429' ? 'RATE_LIMIT_REACHED' : 'INTERNAL_SERVER_ERROR', '')
    case 'reset':
      throw new TypeError('fetch failed')
    case 'timeout':
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    case 'slow':
      await sleep(Number(figure))
      return answer(false)
    case 'token_expired':
      expireTokens()
      return answer(false)
    case 'lost_answer':
      await answer(false)
      throw new TypeError('fetch failed')
    default:
      return answer(true)
  }
}
