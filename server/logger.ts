import { type Logger, pino } from 'pino'

/** What of an error is logged. PostgreSQL's `detail` holds whole rows, so only named properties go out. */
function describeError(error: Error & { code?: string; constraint?: string; cause?: unknown }): object {
  const { name, message, stack, code, constraint, cause } = error
  return {
    name,
    message,
    code,
    constraint,
    stack,
    cause: cause instanceof Error ? describeError(cause) : undefined,
  }
}

/** Lines wait for each other, a quarter of a second at most: to write each by itself cost more than most answers. */
const out = pino.destination({ minLength: 4096, periodicFlush: 250 })
process.on('exit', () => out.flushSync())

/** JSON lines on standard output. Neither headers, bodies nor query strings are ever logged. */
export function makeLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describeError },
    },
    out,
  )
}
