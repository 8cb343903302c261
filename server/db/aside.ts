import { connect } from './connect.ts'

/**
 * Connections beside those that everybody waits for, so that what may not wait is done in a rush, too: `readiness` asks
 * whether the database answers, `paying` is for whoever pays and for what the provider tells us.
 */
export function connectAside(url: string) {
  const readiness = connect(url, { max: 1, statementTimeout: 1500 })
  const paying = connect(url)
  return {
    readiness: readiness.pool,
    paying: paying.db,
    close: async () => void (await Promise.all([readiness.close(), paying.close()])),
  }
}

export type Aside = Pick<ReturnType<typeof connectAside>, 'readiness' | 'paying'>
