import type pg from 'pg'

/** Ends the connection when the work is given up: a statement may take a minute, which a program that stops does not have. */
export function endWhenAborted(client: pg.Client, signal: AbortSignal | undefined) {
  signal?.addEventListener('abort', () => void client.end(), { once: true })
}
