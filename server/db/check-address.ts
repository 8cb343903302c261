import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How long a notification may take before it counts as lost. */
const patienceMs = 3000
/** Connections to one address that must lead to one server: with two behind it, all reach the same one once in 128 starts. */
const samples = 8

/** A server and its copies have the same one. */
const clusterIdentity = 'select system_identifier::text from pg_control_system()'
/** The server behind a connection: two servers differ in at least one of these, also where an address is translated. */
export const serverIdentity = `concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time())`

/**
 * Throws, with a sentence for the operator, unless `url` (DATABASE_URL) leads to a primary, and each connection keeps a session
 * of its own there: notifications, advisory locks and prepared statements need one. A pooler in transaction mode fails: a
 * notification to a connection that is idle has no connection to be sent to.
 */
export async function requireOwnSessions(url: string): Promise<void> {
  const [listener, sender] = await Promise.all([openClient(url), openClient(url)])
  try {
    const { rows } = await listener.query<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica')
    if (rows[0]!.is_replica)
      throw new Error(
        `Setting DATABASE_URL: the server at ${addressOf(url)} is a replica, where nothing can be saved. Name the primary, ` +
          'or an address that leads to it.',
      )
    const channel = `start_${randomUUID().replaceAll('-', '')}`
    const heard = new Promise<boolean>(resolve => {
      listener.on('notification', () => resolve(true))
    })
    await listener.query(`listen ${channel}`)
    await sender.query(`notify ${channel}`)
    if (!(await Promise.race([heard, sleep(patienceMs, false)])))
      throw new Error(
        `Setting DATABASE_URL: the pooler at ${addressOf(url)} lends a session for each transaction, so notifications get ` +
          'lost. Let it lend whole sessions (PgBouncer: pool_mode = session), or name PostgreSQL itself.',
      )
  } finally {
    await Promise.all([listener.end(), sender.end()])
  }
}

/** As `requireReplica`, of all at once: one that does not answer takes ten seconds. */
export async function requireReplicas(urls: string[], primaryUrl: string): Promise<void> {
  await Promise.all(urls.map(url => requireReplica(url, primaryUrl)))
}

/**
 * Throws, with a sentence for the operator, if `url` (of DATABASE_REPLICA_URLS) leads to more than one server: how much of the
 * log one has replayed says nothing of another; or to one that is no copy of the database at `primaryUrl`. Servers that do
 * not answer are none, and one that is the primary at the moment may be a replica later.
 */
export async function requireReplica(url: string, primaryUrl: string): Promise<void> {
  const primary = await openClient(primaryUrl)
  const { rows } = await primary.query<{ cluster: string }>(`select (${clusterIdentity}) as cluster`)
  await primary.end()
  const primaryCluster = rows[0]!.cluster
  const opened = await Promise.allSettled(Array.from({ length: samples }, () => openClient(url)))
  const clients = opened.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    const asked = await Promise.allSettled(
      clients.map(client =>
        client.query<{ server: string; cluster: string }>(
          `select ${serverIdentity} as server, (${clusterIdentity}) as cluster`,
        ),
      ),
    )
    const found = asked.flatMap(each => (each.status === 'fulfilled' ? [each.value.rows[0]!] : []))
    const count = new Set(found.map(({ server }) => server)).size
    if (count > 1)
      throw new Error(
        `Setting DATABASE_REPLICA_URLS: ${count} servers answer at ${addressOf(url)}, and a reader could miss what they ` +
          'have just written. Name each replica by its own address, not by one that balances between several.',
      )
    if (found.length && found.some(({ cluster }) => cluster !== primaryCluster))
      throw new Error(
        `Setting DATABASE_REPLICA_URLS: the server at ${addressOf(url)} is no copy of the database at ` +
          `${addressOf(primaryUrl)} (DATABASE_URL).`,
      )
  } finally {
    await Promise.allSettled(clients.map(client => client.end()))
  }
}

/**
 * A connection for work at the start. Throws with the address, and never the password, where PostgreSQL refuses it.
 * `setting` is where the address is from.
 */
export async function openClient(
  url: string,
  application_name = 'colophon start',
  setting: 'DATABASE_URL' | 'DATABASE_REPLICA_URLS' = 'DATABASE_URL',
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name,
    connectionTimeoutMillis: 10_000,
    // A firewall must not end one that holds a lock for minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  })
  // Without a listener, a connection lost between two queries would end the process without a message.
  client.on('error', () => {})
  await client.connect().catch(error => {
    throw new Error(
      `PostgreSQL at ${addressOf(url)} (${setting}) does not let us in: ${error.message || error.code}`,
    )
  })
  return client
}

export function addressOf(url: string) {
  const { hostname, port, searchParams } = new URL(url)
  return searchParams.get('host') ?? `${hostname}:${port || 5432}`
}
