import autocannon from 'autocannon'
import type { Request } from './session.ts'
import { type Spread, spreadOf } from './statistics.ts'

export type Flow = { latency: Spread; perSecond: number; requests: number; bytes: number; refused: number }

export type Length = { seconds: number } | { requests: number }

/**
 * A closed loop: each client sends its next request when it has its answer, for a number of seconds or of requests in
 * all. Each client has its own part of the list. Answers of 503 are counted as refused; any other failure ends the
 * run.
 */
export async function closedLoop(
  origin: string,
  requests: Request[],
  clients: number,
  length: Length,
): Promise<Flow> {
  const instrumented = requests.map(({ onAnswer, ...request }) => ({ ...request, onResponse: onAnswer }))
  const took: number[] = []
  let bytes = 0
  let started = 0
  const began = performance.now()
  let ended = began
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url: origin,
      connections: clients,
      ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
      // A run ends at a sample: one of a number of requests would last longer than they take.
      sampleInt: 'seconds' in length ? 50 : 10,
      timeout: 30,
      setupClient(client) {
        const from = (instrumented.length * started++) / clients
        client.setRequests(
          instrumented.slice(Math.floor(from), Math.ceil(from + instrumented.length / clients)),
        )
      },
    }
    const run = autocannon(options, (error, outcome) => (error ? reject(error) : resolve(outcome)))
    run.on('response', (_client, _status, size, ms) => {
      took.push(ms)
      bytes += size
      ended = performance.now()
    })
  })
  const refused = result.statusCodeStats?.['503']?.count ?? 0
  if (result.errors || result.non2xx > refused || !took.length)
    throw new Error(
      `${requests[0]!.method} ${requests[0]!.path}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} without an answer`,
    )
  return {
    latency: spreadOf(took),
    perSecond: (took.length * 1000) / (ended - began),
    requests: took.length,
    bytes: bytes / took.length,
    refused: refused / took.length,
  }
}
