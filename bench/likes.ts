import { type AddressInfo, createConnection, createServer } from 'node:net'
import { type Connection, connect } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { createDesigner } from '../tests/factories.ts'
import { until } from '../tests/fleet.ts'
import { startTestServer } from '../tests/server.ts'
import { startStandby } from '../tests/standby.ts'
import { startValkey } from '../tests/valkey.ts'
import type { LikesResult } from './results.ts'

const crowds = [1, 4, 16]
/** More likes in a second than there can be, of a member and of all, so that the logos are enough. */
const mostPerSecond = { member: 500, all: 3000 }
/** Database connections of an application. */
const poolSize = 30

type Server = Awaited<ReturnType<typeof startTestServer>>
type Options = { seconds: number; delayMs: number; say: (line: string) => void }

/**
 * Likes in a second by members who like one logo after the other, where each commit waits for a synchronous standby that answers
 * `delayMs` late: each member at an application of its own, with its own pool, so that each like has its own statement and commit; and
 * all at one application; both without and with Valkey. The means of two turns, the second in the opposite order. No two
 * members like the same logo, and no like is refused.
 */
export async function measureLikes({ seconds, delayMs, say }: Options): Promise<LikesResult> {
  const standby = await startStandby()
  const { url } = standby.primary
  const detour = await startDetour(url, delayMs)
  const valkey = await startValkey()
  const connection = connect(url, { statementTimeout: 0 })
  try {
    await migrate(url)
    await followSynchronously(connection, standby.replica.url, detour.port)
    const commitMs = await timeCommits(connection)
    say(`A commit takes ${commitMs.toFixed(2)} ms`)
    const rows: LikesResult['rows'] = []
    for (const members of crowds) {
      const row = { members, apart: 0, apartWithValkey: 0, together: 0, togetherWithValkey: 0 }
      const measure = async (what: Exclude<keyof typeof row, 'members'>) => {
        const servers = await startServers(what.startsWith('apart') ? members : 1, {
          DATABASE_URL: url,
          DATABASE_POOL: String(poolSize),
          ...(what.endsWith('Valkey') && { VALKEY_URL: valkey.url }),
        })
        try {
          const perSecond = await countLikes(connection, servers, { members, seconds })
          say(`${members} members, ${what}: ${perSecond.toFixed(0)}/s`)
          row[what] += perSecond / 2
        } finally {
          for (const server of servers) await server.close()
        }
      }
      const ways = ['apart', 'apartWithValkey', 'together', 'togetherWithValkey'] as const
      for (const what of [...ways, ...ways.toReversed()]) await measure(what)
      rows.push(row)
    }
    return { delayMs, commitMs, rows }
  } finally {
    await connection.close()
    await valkey.close()
    await standby.stop()
    detour.close()
  }
}

async function startServers(count: number, env: { DATABASE_URL: string } & Record<string, string>) {
  const servers: Server[] = []
  for (let i = 0; i < count; i++) servers.push(await startTestServer(env, { databaseUrl: env.DATABASE_URL }))
  return servers
}

/** A TCP address of PostgreSQL's socket that passes on what its clients send `delayMs` late. */
async function startDetour(url: string, delayMs: number) {
  const path = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
  const server = createServer(client => {
    const database = createConnection(path)
    client.on('data', chunk => setTimeout(() => database.write(chunk), delayMs))
    database.pipe(client)
    client.on('error', () => {}).on('close', () => database.destroy())
    database.on('error', () => {}).on('close', () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => void server.close() }
}

/** Makes the replica stream through `port`, and commits wait for it. */
async function followSynchronously({ pool }: Connection, replicaUrl: string, port: number) {
  const replica = connect(replicaUrl, { max: 1 })
  await replica.pool.query(
    `alter system set primary_conninfo = 'user=app host=127.0.0.1 port=${port} application_name=detour'`,
  )
  await replica.pool.query('select pg_reload_conf()')
  await replica.close()
  await pool.query(`alter system set synchronous_standby_names = '*'`)
  await pool.query('select pg_reload_conf()')
  await until('a synchronous standby by its new address', async () => {
    const { rows } = await pool.query(
      `select from pg_stat_replication where sync_state = 'sync' and application_name = 'detour'`,
    )
    return rows.length > 0
  })
}

/** What a small transaction takes at one connection, in milliseconds. */
async function timeCommits({ pool }: Connection) {
  const transactions = 500
  const began = performance.now()
  for (let i = 0; i < transactions; i++) await pool.query(`select pg_logical_emit_message(true, 'bench', '')`)
  return (performance.now() - began) / transactions
}

/** Likes in a second, by members who are divided over the applications. */
async function countLikes(
  { db, pool }: Connection,
  servers: Server[],
  { members, seconds }: { members: number; seconds: number },
): Promise<number> {
  const logosEach = seconds * Math.min(mostPerSecond.member, Math.ceil(mostPerSecond.all / members))
  const people = []
  for (let i = 0; i < members; i++) {
    const owner = await createDesigner(db)
    const { rows } = await pool.query<{ logo_id: number }>(
      `insert into logo (designer_id, title, logotype, image, side)
       select $1, 'Plain mark', 'Symbol', md5(random()::text), 900 from generate_series(1, $2) returning logo_id`,
      [owner.designer_id, logosEach],
    )
    const client = await servers[i % servers.length]!.signIn(await createDesigner(db))
    people.push({ client, logos: rows })
  }
  const began = performance.now()
  let count = 0
  await Promise.all(
    people.map(async ({ client, logos }) => {
      for (const { logo_id } of logos) {
        if (performance.now() - began > seconds * 1000) return
        const body = { logo_id, state: 1 }
        const answer = await client.send({ method: 'POST', url: '/api/logos/like', body })
        if (answer.statusCode !== 200)
          throw new Error(`A like was answered ${answer.statusCode}: ${answer.body}`)
        count++
      }
      throw new Error('A member has liked all logos.')
    }),
  )
  return (count * 1000) / (performance.now() - began)
}
