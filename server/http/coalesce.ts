/**
 * The most callers that share one answer: they continue in the same tick of the event loop, each for about a tenth of a
 * millisecond, which blocks the event loop.
 */
const mostCallers = 100

type Shared = { answer: Promise<string>; callers: number }

/**
 * Makes a function that coalesces equal work ("single flight"): while the work for a key is in flight, further callers with
 * that key get its result. Nothing is cached: the first caller after the result starts the work again.
 */
export function makeCoalesce() {
  const inFlight = new Map<string, Shared>()

  return function coalesce(key: string, work: () => Promise<string>): Promise<string> {
    let shared = inFlight.get(key)
    if (!shared || shared.callers === mostCallers) {
      const own: Shared = { answer: work(), callers: 0 }
      const forget = () => {
        if (inFlight.get(key) === own) inFlight.delete(key)
      }
      own.answer.then(forget, forget)
      inFlight.set(key, own)
      shared = own
    }
    shared.callers++
    return shared.answer
  }
}
