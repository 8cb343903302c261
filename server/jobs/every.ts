/** Does `work` at once and every `everyMs`, until `stop`. A turn is left out while the one before it still runs. */
export function every(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const takeTurn = () => {
    running ??= work(stopping.signal)
      .catch(onError)
      .then(() => {
        running = undefined
      })
  }
  takeTurn()
  const timer = setInterval(takeTurn, everyMs)
  return {
    /** Resolves when the work in progress is done, or has stopped at the signal. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
