import { type Logger, pino } from 'pino'

/** The logged properties of an error. PostgreSQL's `detail` contains whole rows, so only these are logged. */
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

/** Lines are buffered for at most a quarter of a second: writing each one separately cost more than most answers. */
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
