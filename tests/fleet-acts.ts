import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connect } from '../server/db/connect.ts'
import { openSession } from '../server/http/session.ts'
import * as api from '../shared/api.ts'
import { CallError } from '../shared/endpoint.ts'
import { createDesigner } from './factories.ts'
import type { Fleet } from './fleet.ts'
import { httpClient } from './http-client.ts'

type Client = ReturnType<typeof httpClient>

const writers = 8
/** Below the limit of likes in an hour: after these, each writer goes on as another member. */
const logosOfShift = 900

/**
 * Members who like one logo after the other without a pause, and readers beside them. `origins`: the processes of the web;
 * `shifts`: members of each writer.
 */
export async function startUsing(fleet: Fleet, origins: string[], shifts = 1) {
  const connection = connect(fleet.primaryUrl, { statementTimeout: 0 })
  const { db } = connection
  const owner = await createDesigner(db)
  const firstLogo = await makeLogos(connection, owner.designer_id)
  const seen = {
    acknowledged: new Map<number, Set<number>>(),
    refused: 0,
    reads: { member: [0, 0], visitor: [0, 0] } as Record<
      'member' | 'visitor',
      [answered: number, failed: number]
    >,
    /** Reads that lacked what their reader had just written. */
    stale: 0,
    /** When each acknowledged write was. */
    writtenAt: [] as number[],
  }
  let isStopped = false

  async function signIn(designerId: number, i: number) {
    const token = await openSession(db, designerId, { userAgent: '', address: '' }, new Date())
    return httpClient(origins[i % origins.length]!, { jar: new Map([['session', token]]) })
  }
  const makeShift = async (_: unknown, i: number) => {
    const { designer_id } = await createDesigner(db)
    return { designer_id, client: await signIn(designer_id, i) }
  }
  const staff: Awaited<ReturnType<typeof makeShift>>[][] = []
  for (let i = 0; i < writers; i++) staff.push(await Promise.all(Array.from({ length: shifts }, makeShift)))
  const reader = await signIn(owner.designer_id, 0)

  async function write({ designer_id, client }: { designer_id: number; client: Client }) {
    const liked = new Set<number>()
    seen.acknowledged.set(designer_id, liked)
    for (let logo_id = firstLogo; logo_id < firstLogo + logosOfShift && !isStopped; ) {
      try {
        await client.call(api.logos.like, { logo_id, state: 1 })
        liked.add(logo_id)
        seen.writtenAt.push(performance.now())
        const { data } = await client.call(api.logos.find, { logo_id }).catch(() => ({ data: [] }))
        if (data[0] && !data[0].is_liked) seen.stale++
        logo_id++
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        seen.refused++
        await sleep(50)
      }
    }
  }
  async function workThrough(shift: (typeof staff)[number]) {
    for (const member of shift) await write(member)
  }
  async function read(who: 'member' | 'visitor') {
    const client = who === 'member' ? reader : httpClient(origins[0]!)
    while (!isStopped) {
      const isAnswered = await client.call(api.logos.find, { logo_id: firstLogo }).then(
        () => true,
        () => false,
      )
      seen.reads[who][isAnswered ? 0 : 1]++
      await sleep(20)
    }
  }
  const running = Promise.all([...staff.map(workThrough), read('member'), read('visitor')])
  return {
    seen,
    /** Resolves when the requests under way are answered. */
    async stop() {
      isStopped = true
      await running
      await connection.close()
    },
    countLost: () => compareRows(fleet, seen.acknowledged),
  }
}

/** Makes logos quickly: here they are only liked. Gives the number of the first. */
async function makeLogos({ pool }: Connection, designerId: number) {
  const { rows } = await pool.query<{ logo_id: number }>(
    `insert into logo (designer_id, title, logotype, image, side)
     select $1, 'Plain mark', 'Symbol', md5(random()::text), 900 from generate_series(1, $2) returning logo_id`,
    [designerId, logosOfShift],
  )
  return Math.min(...rows.map(row => row.logo_id))
}

/** The longest time between two of these moments, of which the later one is after `since`. */
export const longestPause = (moments: number[], since: number) =>
  Math.max(...moments.map((at, i) => (at > since && i ? at - moments[i - 1]! : 0)))

/** What the primary has of the acknowledged likes, and counts that do not equal their rows. */
async function compareRows(fleet: Fleet, acknowledged: Map<number, Set<number>>) {
  const { pool, close } = connect(fleet.urlOf(await fleet.untilPrimary()))
  try {
    const { rows } = await pool.query<{ designer_id: number; logo_id: number }>(
      'select designer_id, logo_id from logo_like',
    )
    const kept = new Set(rows.map(row => `${row.designer_id} ${row.logo_id}`))
    let lost = 0
    let total = 0
    for (const [designerId, logos] of acknowledged)
      for (const logoId of logos) {
        total++
        if (!kept.has(`${designerId} ${logoId}`)) lost++
      }
    const { rows: counts } = await pool.query<{ twice: number }>(
      `select count(*)::int as twice from logo
       where like_ct <> (select count(*) from logo_like where logo_like.logo_id = logo.logo_id)`,
    )
    return { total, lost, miscounted: counts[0]!.twice, rows: rows.length }
  } finally {
    await close()
  }
}
