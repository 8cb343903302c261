let answers: Record<string, unknown> | undefined

/**
 * The answer to a first call that the server embedded in the page; undefined when there is none. Each is used once, and
 * within a minute.
 */
export function takeEmbeddedAnswer(url: string): unknown {
  answers ??= readAnswers()
  const body = performance.now() < 60_000 ? answers[url] : undefined
  delete answers[url]
  return body
}

/** Discards the rest when something is changed: they may be stale then. */
export function forgetEmbeddedAnswers() {
  answers = {}
}

function readAnswers(): Record<string, unknown> {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Restored from the HTTP cache: the answers may be old, and belong to another session.
  if (page?.transferSize === 0) return {}
  return JSON.parse(document.getElementById('answers')?.textContent || '{}')
}
