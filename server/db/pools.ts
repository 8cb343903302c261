import type { Pool } from 'pg'
import { connect, type Db } from './connect.ts'
import { openReplicas, type Replica, type ReplicaOptions, requirePrimary } from './replica.ts'

/** Bulkheads for work that must not wait behind the queue of calls. */
export type DedicatedPools = {
  /** Asks whether the database answers. */
  readiness: Pool
  /** Serves payments and the provider's messages. */
  payments: Db
}

/** The part of the connections for calls that is kept for those that only read; two at least. */
const shareOfReads = 0.4

type Options = {
  /** Connections for calls, at most (10 unless said); as many again for payments, and to each replica. */
  max?: number
  /** As of `connect`. */
  onNews?: ((designerIds: number[]) => void) | undefined
  replicas?: Omit<ReplicaOptions, 'primary' | 'primaryUrl' | 'max'>
}

/**
 * Opens all pools of calls, on the primary at `url` and on its replicas. With replicas `readDb` has connections of its own: a commit may wait for
 * a replica for long, and must not hold those of calls that only read. Without replicas it is `db`.
 */
export function openPools(
  url: string,
  { max = 10, onNews, replicas }: Options = {},
): {
  db: Db
  readDb: Db
  replica: Replica | undefined
  dedicatedPools: DedicatedPools
  close(): Promise<void>
} {
  const readMax = replicas?.urls.length ? Math.max(2, Math.floor(max * shareOfReads)) : 0
  const calls = connect(url, { max: max - readMax, ...(onNews && { onNews }) })
  // No write closes a connection that leads to a replica here, so none is opened.
  const reads = readMax ? connect(url, { max: readMax, onConnect: requirePrimary }) : calls
  const readiness = connect(url, { max: 1, statementTimeout: 1500 })
  const payments = connect(url, { max })
  const replica = replicas?.urls.length
    ? openReplicas({ ...replicas, primary: reads.db, primaryUrl: url, max })
    : undefined
  return {
    db: calls.db,
    readDb: reads.db,
    replica,
    dedicatedPools: { readiness: readiness.pool, payments: payments.db },
    async close() {
      await replica?.close()
      const pools = new Set([calls, reads, readiness, payments])
      await Promise.all([...pools].map(pool => pool.close()))
    },
  }
}
