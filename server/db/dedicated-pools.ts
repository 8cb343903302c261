import { connect } from './connect.ts'

/**
 * Bulkheads: pools for work that must not wait behind the common pool's queue. `readiness` asks whether the database
 * answers, `payments` serves payments and the provider's messages over at most `max` connections.
 */
export function connectDedicatedPools(url: string, max?: number) {
  const readiness = connect(url, { max: 1, statementTimeout: 1500 })
  const payments = connect(url, { max })
  return {
    readiness: readiness.pool,
    payments: payments.db,
    close: async () => void (await Promise.all([readiness.close(), payments.close()])),
  }
}

export type DedicatedPools = Pick<ReturnType<typeof connectDedicatedPools>, 'readiness' | 'payments'>
