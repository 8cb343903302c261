import { connect } from './connect.ts'

/**
 * Connections apart from those that everybody waits for, for what must not wait in a rush: `readiness` asks whether the
 * database answers, `paying` is for payments and for the provider's messages.
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
