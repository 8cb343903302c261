import { Agent, type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Request } from './session.ts'
import type { Answer } from './statistics.ts'

/** The timeout of a request. */
const patienceMs = 10_000

/**
 * An open loop: requests at a constant rate, whether or not earlier ones were answered, as independent people send
 * them. Times are measured from the planned moment, so that a request that had to wait counts as slow (no coordinated
 * omission).
 */
export async function openLoop(
  origin: string,
  options: { rate: number; seconds: number; next: () => Request; signal?: AbortSignal },
): Promise<Answer[]> {
  const { rate, seconds, next, signal } = options
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 })
  const total = Math.round(rate * seconds)
  const answers: Promise<Answer>[] = []
  const began = performance.now()
  while (answers.length < total && !signal?.aborted) {
    const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000) + 1)
    while (answers.length < due) {
      const planned = (answers.length * 1000) / rate
      answers.push(
        exchange(origin, next(), agent).then(answer => ({
          ...answer,
          planned,
          took: performance.now() - began - planned,
        })),
      )
    }
    await sleep(Math.max(1, (answers.length * 1000) / rate - (performance.now() - began)))
  }
  const all = await Promise.all(answers)
  agent.destroy()
  return all
}

/**
 * Sends one request and reads its whole answer; status 0 if there is none. Where a kept connection was closed before
 * anything was answered, it sends the request again on a new one, as browsers do: a proxy that reloads closes those.
 */
export function exchange(
  origin: string,
  request: Request,
  agent?: Agent | false,
): Promise<Pick<Answer, 'status' | 'retryAfter'>> {
  const { path, body, onAnswer, ...rest } = request
  return new Promise(resolve => {
    const sent = send(origin + path, { ...rest, agent, timeout: patienceMs })
    const give = (status: number, retryAfter = false) => {
      clearTimeout(patience)
      resolve({ status, retryAfter })
    }
    const patience = setTimeout(() => sent.destroy(), patienceMs)
    sent.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (!sent.reusedSocket || code !== 'ECONNRESET') return give(0)
      clearTimeout(patience)
      resolve(exchange(origin, request, false))
    })
    sent.on('response', (answer: IncomingMessage) => {
      const status = answer.statusCode!
      const finish = () => give(status, answer.headers['retry-after'] !== undefined)
      answer.on('error', () => give(0))
      if (onAnswer)
        void text(answer).then(
          body => {
            onAnswer(status, body)
            finish()
          },
          () => give(0),
        )
      else answer.resume().on('end', finish)
      answer.on('close', () => !answer.complete && give(0))
    })
    sent.end(body)
  })
}
