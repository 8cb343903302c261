let answers: Record<string, unknown> | undefined

/**
 * What the server has answered to a call before it was asked: the first screen's data come along with the page. Each
 * answer is taken once, and within a minute.
 */
export function takeAnswer(url: string): unknown {
  answers ??= JSON.parse(document.getElementById('answers')?.textContent || '{}') as Record<string, unknown>
  const body = performance.now() < 60_000 ? answers[url] : undefined
  delete answers[url]
  return body
}

/** For when something is changed: what is left may be old by then. */
export function forgetAnswers() {
  answers = {}
}
