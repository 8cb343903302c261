import { type FunctionComponent, lazy, useState } from 'react'

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
  const make = () =>
    lazy(async (): Promise<{ default: FunctionComponent<Props & Again> }> => {
      try {
        await renewStyles()
        return await load()
      } catch {
        Latest = make()
        return { default: Instead }
      }
    })
  let Latest = make()

  return function Part(props: Props) {
    const [Code, setCode] = useState(() => Latest)
    return <Code {...props} onAgain={() => setCode(() => Latest)} />
  }
}

/** The loader asks for each stylesheet once, and goes on without it the next time. */
async function renewStyles() {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    link => !link.sheet,
  )
  await Promise.all(
    failed.map(
      link =>
        new Promise((resolve, reject) => {
          const next = document.createElement('link')
          Object.assign(next, { rel: 'stylesheet', href: link.href, onload: resolve, onerror: reject })
          link.replaceWith(next)
        }),
    ),
  )
}
