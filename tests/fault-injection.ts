import { connect } from '../server/db/connect.ts'
import type { Payments } from '../server/outside/payments.ts'
import type { Services } from '../server/services.ts'

// Fault injection: our process crashes between any two of its steps. A step is a statement sent to the database (the
// beginning and the end of a transaction included) or a call of the payment provider.

type NeededServices = Pick<Services, 'db'> & { payments: Payments }
/** The number of steps before the crash, or whether it comes before the step `next`. */
type Limit = number | ((taken: string[], next: string) => boolean)
type AnyFunction = (...args: unknown[]) => unknown

/** Services over the database at `url` that count their steps; past the limit, each step calls `crash` instead. */
export function injectCrashes<S extends NeededServices>(
  services: S,
  url: string,
  crash: () => Promise<never>,
) {
  const { db, pool, close } = connect(url)
  let steps: string[] = []
  let limit: Limit = Number.POSITIVE_INFINITY
  let hasCrashed = false

  async function step(name: string) {
    if (typeof limit === 'number' ? steps.length >= limit : limit(steps, name)) hasCrashed = true
    if (hasCrashed) return crash()
    steps.push(name)
  }
  pool.on('connect', client => {
    const query = client.query.bind(client) as AnyFunction
    Object.assign(client, {
      query: async (...args: unknown[]) => {
        await step(String(args[0]).replace(/\s+/g, ' ').slice(0, 60))
        return query(...args)
      },
    })
  })
  const payments = Object.fromEntries(
    Object.entries(services.payments).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? async (...args: unknown[]) => {
            await step(`provider: ${name}`)
            return (value as AnyFunction)(...args)
          }
        : value,
    ]),
  ) as Payments

  return {
    services: { ...services, db, payments },
    /** Runs `work` and crashes it at the limit. Returns the steps that were taken. */
    async crashAfterSteps(
      work: () => Promise<unknown>,
      until: Limit = Number.POSITIVE_INFINITY,
    ): Promise<string[]> {
      steps = []
      limit = until
      hasCrashed = false
      try {
        await work()
      } catch (error) {
        if (!hasCrashed) throw error
      }
      return steps
    },
    close,
  }
}

/** A crash within the test's own process: every further step is rejected, so nothing more is done. */
export const rejectStep = () => Promise.reject(new Error('This process has crashed'))
