import { type FunctionComponent, lazy, useEffect, useState } from 'react'

export type Retryable = {
  /** Requests the code once more. */
  onRetry: () => void
}

/**
 * `lazy()` whose failure can be retried: when the code does not arrive, `fallback` is rendered, and `onRetry` or the
 * next mount requests it again. `lazy()` alone would keep the rejected promise for as long as the page is open.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
  Fallback: FunctionComponent<NoInfer<Props> & Retryable>,
) {
  const make = (isRetry: boolean) =>
    lazy(async (): Promise<{ default: FunctionComponent<Props & Retryable> }> => {
      try {
        // Loaded already, since the page was idle: this import does not fail while the browser is offline.
        if (isRetry) await (await import('./background.ts')).renewStyles()
        return await load()
      } catch {
        // A new component for each attempt: React would reuse the state of the one that failed before.
        const Failed = (props: Props & Retryable) => {
          // Only after the fallback is on screen: while rendering is retried, each attempt starts from `Latest`, and
          // replacing it earlier would request the code in a loop.
          useEffect(() => {
            Latest = make(true)
          }, [])
          return <Fallback {...props} />
        }
        return { default: Failed }
      }
    })
  let Latest = make(false)
  let Preloaded: FunctionComponent<Props> | undefined

  function LazyWithRetry(props: Props) {
    const [Code, setCode] = useState<FunctionComponent<Props & Retryable>>(() => Preloaded ?? Latest)
    return <Code {...props} onRetry={() => setCode(() => Latest)} />
  }
  /** Fetches the code before it is needed, so that the first render is synchronous. A failure is left to that render. */
  LazyWithRetry.preload = () =>
    void load().then(
      code => {
        Preloaded = code.default
      },
      () => {},
    )
  return LazyWithRetry
}
