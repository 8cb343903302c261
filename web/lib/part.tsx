import { type FunctionComponent, lazy, useEffect, useState } from 'react'

export type Again = {
  /** Asks for the code once more. */
  onAgain: () => void
}

/**
 * A component whose code comes when it is first drawn. Where it does not arrive, `Instead` is drawn, and the next time
 * it is asked for again: React by itself would remember the failure for as long as the page is open.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
  Instead: FunctionComponent<NoInfer<Props> & Again>,
) {
  const make = (isAgain: boolean) =>
    lazy(async (): Promise<{ default: FunctionComponent<Props & Again> }> => {
      try {
        // There since the page was at rest.
        if (isAgain) await (await import('./background.ts')).renewStyles()
        return await load()
      } catch {
        // Another one each time: the same would go on from the failure before.
        const Failed = (props: Props & Again) => {
          // Not before this is drawn: until then each drawing begins with the latest, and would ask again and again.
          useEffect(() => {
            Latest = make(true)
          }, [])
          return <Instead {...props} />
        }
        return { default: Failed }
      }
    })
  let Latest = make(false)
  let Fetched: FunctionComponent<Props> | undefined

  function Part(props: Props) {
    const [Code, setCode] = useState<FunctionComponent<Props & Again>>(() => Fetched ?? Latest)
    return <Code {...props} onAgain={() => setCode(() => Latest)} />
  }
  /** Fetches its code before it is needed; then it is drawn at once. What does not arrive is asked for when it is. */
  Part.fetchAhead = () =>
    void load().then(
      code => {
        Fetched = code.default
      },
      () => {},
    )
  return Part
}
