import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { restartAll } from '../scripts/restart.ts'
import type { Db } from '../server/db/connect.ts'
import { enqueueMail } from '../server/features/mail/queries.ts'
import { hourMs } from '../shared/rules/time.ts'
import type { Gallery } from './cases.ts'
import { type ChaosSystem, startChaosSystem } from './chaos-system.ts'
import { findRate, tryRates } from './load.ts'
import { exchange, openLoop } from './open-loop.ts'
import type { ChaosResult, ChaosRow } from './results.ts'
import { type Member, send, signIn, visit } from './session.ts'
import { type Answer, spreadOf } from './statistics.ts'
import { mixTraffic } from './traffic.ts'

/** Seconds before a fault, of it where it lasts, and after it. */
const seconds = { full: { before: 5, during: 8, after: 20 }, quick: { before: 1, during: 1, after: 4 } }
/** Clients that write comments all the time, each with a text of its own. */
const writers = 4

type Fault = {
  name: string
  begin(system: ChaosSystem): Promise<unknown> | unknown
  /** Undoes a fault that lasts; without it the fault is a moment. */
  end?(system: ChaosSystem): Promise<unknown> | unknown
  isPossible?(system: ChaosSystem): boolean
}

const faults: Fault[] = [
  { name: 'nothing, for comparison', begin: () => {} },
  {
    name: 'kill -9 of one of two processes',
    begin: ({ ports, endServer }) => endServer(ports[0], 'SIGKILL'),
    end: ({ ports, startServer }) => startServer(ports[0]),
  },
  { name: 'kill -9 of PostgreSQL', begin: ({ primary }) => process.kill(primary.pid, 'SIGKILL') },
  {
    name: 'the database answers 500 ms later',
    begin: ({ gates }) => gates.database.delay(250),
    end: ({ gates }) => gates.database.restore(),
  },
  {
    name: 'the primary is gone, the replica stays',
    begin: ({ gates }) => gates.database.cut(),
    end: ({ gates }) => gates.database.restore(),
  },
  {
    name: 'the replica is gone',
    begin: ({ gates }) => gates.replica.cut(),
    end: ({ gates }) => gates.replica.restore(),
  },
  {
    name: 'the replica is silent',
    begin: ({ gates }) => gates.replica.freeze(),
    end: ({ gates }) => gates.replica.restore(),
  },
  {
    name: 'the store of pictures is gone',
    begin: ({ gates }) => gates.store.cut(),
    end: ({ gates }) => gates.store.restore(),
  },
  {
    name: 'the store of pictures is silent',
    begin: ({ gates }) => gates.store.freeze(),
    end: ({ gates }) => gates.store.restore(),
  },
  {
    name: 'the database’s disk is full',
    isPossible: ({ disk }) => disk !== undefined,
    async begin({ disk, db, primary }) {
      // What can be removed of the log is, and the slot keeps the rest, so that no later checkpoint makes room.
      await sql`checkpoint`.execute(db)
      await sql`select pg_create_physical_replication_slot(${logKeeper}, true)`.execute(db)
      // What PostgreSQL keeps of its log for use again is used up, and what a crash gives back: until it ends, or answers nothing
      // for two seconds, since a new connection needs room, too.
      const useFile = sql`select pg_logical_emit_message(false, 'chaos', ''), pg_switch_wal()`
      let refused = 0
      for (const end = Date.now() + 30_000; Date.now() < end; ) {
        await disk!.fill()
        refused = (await isDone(useFile.execute(db))) ? 0 : refused + 1
        if (refused === 20 || !isAlive(primary.pid)) return
        if (refused) await sleep(100)
      }
      throw new Error('The disk is full, and PostgreSQL still has room for its log.')
    },
    async end({ disk, db }) {
      await disk!.free()
      await dropSlot(db)
    },
  },
  {
    name: 'the mail server is silent',
    begin: ({ gates }) => gates.mail.freeze(),
    end: ({ gates }) => gates.mail.restore(),
  },
  {
    name: 'the payment provider is silent',
    begin: ({ tell }) => tell({ isProviderSilent: true }),
    end: ({ tell }) => tell({ isProviderSilent: false }),
  },
  {
    name: 'the clock is an hour ahead',
    begin: ({ tell }) => tell({ clockMs: hourMs }),
    end: ({ tell }) => tell({ clockMs: 0 }),
  },
  {
    name: 'the clock is an hour behind',
    begin: ({ tell }) => tell({ clockMs: -hourMs }),
    end: ({ tell }) => tell({ clockMs: 0 }),
  },
]

const logKeeper = 'chaos'

const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** As soon as PostgreSQL is back. */
async function dropSlot(db: Db) {
  for (let tries = 0; tries < 60; tries++) {
    if (await isDone(sql`select pg_drop_replication_slot(${logKeeper})`.execute(db))) return
    await sleep(500)
  }
}

type Options = {
  logos: number
  /** Half of the rate that is served well, where it is not given. */
  rate?: number | undefined
  quick: boolean
  only?: string | undefined
  say: (line: string) => void
}

/**
 * Plays faults beside the mixture of traffic, while other clients write comments: how many requests failed or were
 * refused, how many acknowledged comments are gone or there twice, and how long after the fault's end until everything is
 * answered again. Then a rolling restart of both processes under the same load.
 */
export async function measureChaos({ logos, rate: given, quick, only, say }: Options): Promise<ChaosResult> {
  const system = await startChaosSystem(logos, say)
  try {
    const members: Member[] = []
    for (let id = 1; id <= (quick ? 12 : 60); id++) members.push(await signIn(system.origin, id))
    const gallery: Gallery = {
      db: system.db,
      members,
      visitor: await visit(system.origin, '10.9.9.9'),
      logos,
    }
    const { next } = await mixTraffic(gallery, system.origin)
    await openLoop(system.origin, { rate: given ?? 20, seconds: quick ? 1 : 10, next })
    const rated = given ? undefined : await findRated({ system, members, logos, next, say }, quick ? 1 : 3)
    const rate = given ?? Math.max(1, Math.round(rated!.rate / 2))
    if (rated) say(`Faults at ${rate}/s, half of ${rated.rate}/s`)
    const context = { system, members, logos, rate, next, length: seconds[quick ? 'quick' : 'full'] }
    const rows: ChaosRow[] = []
    for (const fault of faults) {
      if (only && !fault.name.includes(only)) continue
      if (fault.isPossible?.(system) === false) {
        say(`${fault.name}: cannot be played here`)
        continue
      }
      const row = await play(fault, context)
      rows.push(row)
      say(describeChaosRow(row))
    }
    const isRestarted = !only || 'rolling restart'.includes(only)
    const restart = isRestarted ? await playRestart(context, quick) : undefined
    if (restart)
      say(
        `rolling restart: ${restart.failed} of ${restart.requests} failed, ${restart.refused} told to come back`,
      )
    return { rate, ...(rated && { rated }), rows, ...(restart && { restart }) }
  } finally {
    await system.stop()
  }
}

type Context = {
  system: ChaosSystem
  members: Member[]
  logos: number
  rate: number
  next: Parameters<typeof openLoop>[1]['next']
  length: { before: number; during: number; after: number }
}

/** The highest rate that this machine serves well with everything on it, the writers included. */
async function findRated(context: Omit<Context, 'rate' | 'length'> & Pick<Options, 'say'>, seconds: number) {
  const limitMs = 250
  const writing = write(context)
  try {
    const { holds } = tryRates(context.system.origin, context.next, { limitMs, seconds, say: context.say })
    return { rate: await findRate(holds), limitMs, seconds }
  } finally {
    await writing.stop()
    await writing.compare()
  }
}

async function play(fault: Fault, context: Context): Promise<ChaosRow> {
  const { system, rate, next } = context
  const writing = write(context)
  const over = new AbortController()
  const loop = openLoop(system.origin, { rate, seconds: Number.POSITIVE_INFINITY, next, signal: over.signal })
  const playing = playFault(fault, context).finally(() => over.abort())
  const [endedMs, answers] = await Promise.all([playing, loop]).finally(writing.stop)
  const { lost, twice, acknowledged } = await writing.compare()
  const failed = answers.filter(isFailed)
  const refused = answers.filter(isRefused)
  const lastMs = Math.max(0, ...[...failed, ...refused].map(answer => answer.planned))
  return {
    name: fault.name,
    requests: answers.length,
    failed: failed.length,
    refused: refused.length,
    p99: spreadOf(
      answers.filter(answer => answer.status < 500 && answer.status > 0).map(answer => answer.took),
    ).p99,
    acknowledged,
    lost,
    twice,
    wellAfterMs: Math.max(0, lastMs - endedMs),
  }
}

/** Gives the milliseconds until the fault ended. However long it took to begin, the traffic goes on after it for the same time. */
async function playFault(fault: Fault, { system, length: { before, during, after } }: Context) {
  const began = performance.now()
  await sleep(before * 1000)
  if (fault.name.startsWith('the mail server')) await queueMails(system)
  await fault.begin(system)
  if (fault.end) await sleep(Math.max(0, (before + during) * 1000 - (performance.now() - began)))
  const endedMs = performance.now() - began
  await Promise.all([fault.end?.(system), sleep((fault.end ? after : during + after) * 1000)])
  return endedMs
}

/** Mails that are due while the fault lasts. */
async function queueMails({ db }: ChaosSystem) {
  for (let i = 0; i < 20; i++)
    await enqueueMail(db, {
      kind: 'contact',
      dedupeKey: `chaos ${Date.now()} ${i}`,
      to: `member${i}@colophon.example`,
      subject: 'Chaos',
      blocks: [],
    })
}

/** Comments, one after the other by each of the writers, until `stop`. */
function write({ system, members, logos }: Pick<Context, 'system' | 'members' | 'logos'>) {
  const mark = `chaos ${Date.now()}`
  const acknowledged: string[] = []
  let isOver = false
  // The limits of writes are a member's, and these few write for thousands.
  const limits = setInterval(
    () =>
      system.db
        .deleteFrom('limit_count')
        .execute()
        .catch(() => {}),
    500,
  )
  const work = Array.from({ length: writers }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      const comment = `${mark} ${writer}.${i}`
      const member = members[(writer + i * writers) % members.length]!
      const input = { logo_id: 1 + ((writer + i * 37) % logos), comment }
      const { status } = await exchange(system.origin, send(member, 'POST', '/api/logos/comments', input))
      if (status >= 200 && status < 300) acknowledged.push(comment)
      await sleep(200)
    }
  })
  return {
    async stop() {
      isOver = true
      clearInterval(limits)
      await Promise.all(work)
    },
    /** Compares the acknowledged ones with the rows, which it deletes. */
    async compare() {
      const rows = await system.db
        .selectFrom('comment')
        .where('comment', 'like', `${mark} %`)
        .select('comment')
        .execute()
      const counted = Map.groupBy(rows, row => row.comment)
      await system.db.deleteFrom('comment').where('comment', 'like', `${mark} %`).execute()
      return {
        acknowledged: acknowledged.length,
        lost: acknowledged.filter(comment => !counted.has(comment)).length,
        twice: [...counted.values()].filter(same => same.length > 1).length,
      }
    },
  }
}

/** Restarts both processes, one after the other, as `npm run restart` does. */
async function playRestart({ system, rate, next }: Context, quick: boolean) {
  const { origin, ports, site, endServer, startServer } = system
  const requests = quick ? 200 : 15_000
  const loop = openLoop(origin, { rate, seconds: requests / rate, next })
  await restartAll(
    {
      ...site,
      async restart(port) {
        await endServer(port, 'SIGTERM')
        await startServer(port)
      },
    },
    ports,
  )
  const answers = await loop
  return {
    requests: answers.length,
    failed: answers.filter(isFailed).length,
    refused: answers.filter(isRefused).length,
  }
}

/** The table `before` with the rows that were measured again. */
export const withRows = (before: ChaosResult, again: ChaosResult): ChaosResult => ({
  ...before,
  ...again,
  rows: before.rows.map(row => again.rows.find(({ name }) => name === row.name) ?? row),
})

const isRefused = (answer: Answer) => answer.status === 503 && answer.retryAfter
const isFailed = (answer: Answer) => answer.status === 0 || (answer.status >= 500 && !isRefused(answer))

export const describeChaosRow = (row: ChaosRow) =>
  `${row.name}: ${row.failed} of ${row.requests} failed, ${row.refused} told to come back; of ${row.acknowledged} acknowledged comments ` +
  `${row.lost} lost, ${row.twice} twice; well ${(row.wellAfterMs / 1000).toFixed(1)} s after it`
