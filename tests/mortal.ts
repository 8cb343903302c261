import { connect } from '../server/db/connect.ts'
import type { Services } from '../server/services.ts'

// A process of ours that dies, without dying: between any two of its steps, which are what it asks of the database
// (the beginning and the end of each transaction among them) and of the payment provider.

type Given = Pick<Services, 'db' | 'payments'>

/** Services over the database at `url` whose steps are counted; `end` is called in place of the one too many. */
export function mortalServices<S extends Given>(services: S, url: string, end: () => Promise<never>) {
  const { db, pool, close } = connect(url)
  let steps: string[] = []
  let lives = Number.POSITIVE_INFINITY
  let isDead = false

  async function step(name: string) {
    if (steps.length >= lives) isDead = true
    if (isDead) return end()
    steps.push(name)
  }
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query: async (...given: unknown[]) => {
        await step(String(given[0]).replace(/\s+/g, ' ').slice(0, 60))
        return query(...given)
      },
    })
  })
  const payments = Object.fromEntries(
    Object.entries(services.payments).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? async (...given: unknown[]) => {
            await step(`provider: ${name}`)
            return (value as (...given: unknown[]) => unknown)(...given)
          }
        : value,
    ]),
  ) as Services['payments']

  return {
    services: { ...services, db, payments },
    /** Does `work`, and dies of it after so many steps; the steps that were taken. */
    async live(work: () => Promise<unknown>, most = Number.POSITIVE_INFINITY): Promise<string[]> {
      steps = []
      lives = most
      isDead = false
      try {
        await work()
      } catch (error) {
        if (!isDead) throw error
      }
      return steps
    },
    close,
  }
}

/** The end of a process that others outlive: it does nothing more. */
export const fallSilent = () => Promise.reject(new Error('This process is dead'))
