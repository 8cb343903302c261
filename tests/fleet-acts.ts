import { Agent, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connect } from '../server/db/connect.ts'
import { openSession } from '../server/http/session.ts'
import { writeLimits } from '../server/http/write-limits.ts'
import { openValkey } from '../server/outside/valkey.ts'
import { activityStream } from '../shared/activity-stream.ts'
import * as api from '../shared/api.ts'
import { CallError } from '../shared/endpoint.ts'
import { createDesigner } from './factories.ts'
import { type Fleet, until } from './fleet.ts'
import { httpClient } from './http-client.ts'

type Client = ReturnType<typeof httpClient>
type Member = { designerId: number; client: Client }
type Read = { who: (typeof readers)[number]; began: number; ended: number; isAnswered: boolean }

const writers = 16
/** Of so many acknowledged writes one is read back by its writer. */
const writesPerCheck = 5
const readers = ['member', 'visitor'] as const
/** After as many likes a writer only comments. */
export const logosOfFleet = 4000

/**
 * Members who like and comment on one logo after the other without a pause, and readers beside them. `origin`: the process of the
 * web.
 */
export async function startUsing(fleet: Fleet, origin: string) {
  const connection = connect(fleet.primaryUrl, { statementTimeout: 0 })
  const { db } = connection
  const owner = await createDesigner(db)
  const firstLogo = await makeLogos(connection, owner.designer_id)
  const seen = {
    /** The acknowledged likes of each writer, repeated until they were. */
    liked: new Map<number, Set<number>>(),
    /** Texts of comments, each sent once, and whether it was acknowledged. */
    comments: new Map<string, boolean>(),
    /** When each acknowledged write was. */
    writtenAt: [] as number[],
    refused: 0,
    /** Requests that were sent again, because their kept connection was closed. */
    resent: 0,
    /** What the writers read after an acknowledged write: whether it has that write, or undefined without an answer. */
    checks: [] as (boolean | undefined)[],
    reads: [] as Read[],
  }
  let isStopped = false
  const fetchKept = makeFetch(() => seen.resent++)

  const signInBy = (token: string, designerId: number): Member => ({
    designerId,
    client: httpClient(origin, { jar: new Map([['session', token]]), fetch: fetchKept }),
  })
  const signIn = async (designerId: number) =>
    signInBy(await openSession(db, designerId, { userAgent: '', address: '' }, new Date()), designerId)
  const staff: Member[] = []
  for (let i = 0; i < writers; i++) staff.push(await signIn((await createDesigner(db)).designer_id))
  const ownersToken = await openSession(db, owner.designer_id, { userAgent: '', address: '' }, new Date())
  const reader = signInBy(ownersToken, owner.designer_id)

  // The limits of writes are a member's, and these few write for thousands.
  const valkey = openValkey(fleet.valkey.url, { warn: () => {}, say: () => {} })
  const clearing = setInterval(() => {
    for (const { designerId } of staff)
      for (const limit of [writeLimits.marks, writeLimits.comments])
        valkey.clearHits(limit, String(designerId)).catch(() => {})
  }, 500)

  /** Whether it was acknowledged; then `check` reads it, if it is its turn. */
  async function write(send: () => Promise<unknown>, check: () => Promise<boolean>) {
    try {
      await send()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      seen.refused++
      await sleep(50)
      return false
    }
    if (seen.writtenAt.push(performance.now()) % writesPerCheck) return true
    seen.checks.push(await check().catch(() => undefined))
    return true
  }
  async function like({ designerId, client }: Member, logo_id: number) {
    const send = () => client.call(api.logos.like, { logo_id, state: 1 })
    const check = async () => (await client.call(api.logos.find, { logo_id })).data[0]?.is_liked === 1
    while (!isStopped) {
      if (!(await write(send, check))) continue
      seen.liked.get(designerId)!.add(logo_id)
      return
    }
  }
  async function comment({ client }: Member, logo_id: number, text: string) {
    const send = async () => {
      seen.comments.set(text, false)
      await client.call(api.logos.addComment, { logo_id, comment: text })
      seen.comments.set(text, true)
    }
    const check = async () => {
      const { data } = await client.call(api.logos.comments, { logo_id, page: 1 })
      return data.some(each => each.comment === text)
    }
    await write(send, check)
  }
  async function work(member: Member, number: number) {
    seen.liked.set(member.designerId, new Set())
    // Each begins at another logo: they would wait for each other's locks.
    const first = (number * logosOfFleet) / writers
    for (let n = 0; !isStopped; n++) {
      const logoId = firstLogo + ((first + n) % logosOfFleet)
      if (n < logosOfFleet) await like(member, logoId)
      await comment(member, logoId, `Comment ${n} of ${member.designerId}`)
    }
  }
  async function read(who: (typeof readers)[number]) {
    const client = who === 'member' ? reader.client : httpClient(origin, { fetch: fetchKept })
    while (!isStopped) {
      const began = performance.now()
      const isAnswered = await client.call(api.logos.find, { logo_id: firstLogo }).then(
        () => true,
        () => false,
      )
      seen.reads.push({ who, began, ended: performance.now(), isAnswered })
      await sleep(50)
    }
  }
  const running = Promise.all([...staff.map(work), ...readers.map(read)])
  const countReadsBetween = (from: number, to: number) =>
    countReads(seen.reads.filter(({ began, ended }) => ended > from && began < to))
  return {
    seen,
    /** The news of the owner of all logos at the process `at`: each write is news. */
    watchNews: (at: string) => watchNews(at, ownersToken),
    /** The reads that were under way between these moments. */
    countReadsBetween,
    /** Resolves when the requests under way are answered. */
    async stop() {
      isStopped = true
      await running
      clearInterval(clearing)
      await valkey.close()
      await connection.close()
    },
    /**
     * Kills the primary's PostgreSQL, after its replicas have received nothing for `cutMs`, and resolves when another one has taken fifty
     * writes. `pauseMs`: the longest time without an acknowledged write, with the cut before the kill; `readsOfOutage`: the reads between the kill and the
     * promotion.
     */
    async killPrimary(cutMs = 0) {
      const killed = await fleet.untilPrimary()
      await fleet.killPostgres(killed, cutMs)
      const at = performance.now()
      await fleet.untilPrimary(killed)
      const promotedAt = performance.now()
      const before = seen.writtenAt.length
      await until('writes at the new primary', async () => seen.writtenAt.length >= before + 50)
      return {
        pauseMs: longestPause(seen.writtenAt, at),
        readsOfOutage: countReadsBetween(at, promotedAt),
      }
    },
    /** After `stop`: what the primary has of all that was written, and what was read. */
    async results() {
      return {
        ...(await compareRows(fleet, seen)),
        checked: seen.checks.filter(has => has !== undefined).length,
        unchecked: seen.checks.filter(has => has === undefined).length,
        stale: seen.checks.filter(has => has === false).length,
        reads: countReads(seen.reads),
      }
    },
  }
}

/** Notifications as an open page gets them: a stream that ends is opened again. `next` resolves with the first one from now on. */
function watchNews(origin: string, session: string) {
  const stopping = new AbortController()
  let hear = () => {}
  async function read() {
    const answer = await fetch(`${origin}${activityStream}`, {
      headers: { cookie: `session=${session}` },
      signal: stopping.signal,
    })
    for await (const chunk of answer.body ?? []) if (Buffer.from(chunk).includes('data: news')) hear()
  }
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      await read().catch(() => {})
      await sleep(250)
    }
  })()
  return {
    next: () => new Promise<void>(resolve => (hear = resolve)),
    async stop() {
      stopping.abort()
      await reading
    },
  }
}

/** `fetch` by kept connections, with a quarter of its CPU: the machine is the fleet's too. */
function makeFetch(onResend: () => void) {
  const agent = new Agent({ keepAlive: true })
  const fetchKept = (url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> =>
    new Promise<Response>((resolve, reject) => {
      const sent = send(url, { agent, method, headers: headers as Record<string, string> }, answer => {
        const { statusCode: status = 0, headers: given } = answer
        const cookies = (given['set-cookie'] ?? []).map((cookie): [string, string] => ['set-cookie', cookie])
        text(answer).then(body => resolve(new Response(body, { status, headers: cookies })), reject)
      })
      // A kept connection may have been closed while this was sent, as nginx does when it reloads: sent again, as browsers do.
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (!sent.reusedSocket || !['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) return reject(error)
        onResend()
        resolve(fetchKept(url, { method, headers, body }))
      })
      sent.end(body)
    })
  return fetchKept
}

/** The reads of each reader, and how many of them were answered. */
function countReads(reads: Read[]) {
  const countOf = (who: Read['who']) => {
    const own = reads.filter(read => read.who === who)
    return { answered: own.filter(read => read.isAnswered).length, all: own.length }
  }
  return { member: countOf('member'), visitor: countOf('visitor') }
}

/** Makes logos quickly: here they are only liked and commented on. Gives the number of the first. */
async function makeLogos({ pool }: Connection, designerId: number) {
  const { rows } = await pool.query<{ logo_id: number }>(
    `insert into logo (designer_id, title, logotype, image, side)
     select $1, 'Plain mark', 'Symbol', md5(random()::text), 900 from generate_series(1, $2) returning logo_id`,
    [designerId, logosOfFleet],
  )
  return Math.min(...rows.map(row => row.logo_id))
}

/** The longest time between two of these moments, of which the later one is after `since`. */
const longestPause = (moments: number[], since: number) =>
  Math.max(...moments.map((at, i) => (at > since && i ? at - moments[i - 1]! : 0)))

type Written = { liked: Map<number, Set<number>>; comments: Map<string, boolean> }

/**
 * What the primary has of the writes. `lost`: acknowledged ones without a row; `twice`: comments with several rows, each of which was sent
 * once; `miscounted`: logos whose counts do not equal their rows.
 */
async function compareRows(fleet: Fleet, { liked, comments }: Written) {
  const { pool, close } = connect(fleet.urlOf(await fleet.untilPrimary()), { statementTimeout: 0 })
  try {
    const { rows: likes } = await pool.query<{ designer_id: number; logo_id: number }>(
      'select designer_id, logo_id from logo_like',
    )
    const kept = new Set(likes.map(row => `${row.designer_id} ${row.logo_id}`))
    const likesSent = [...liked].flatMap(([designerId, logos]) => [...logos].map(id => `${designerId} ${id}`))
    const { rows: texts } = await pool.query<{ comment: string; n: number }>(
      'select comment, count(*)::int as n from comment group by comment',
    )
    const rowsOf = new Map(texts.map(({ comment, n }) => [comment, n]))
    const acknowledged = [...comments].filter(([, isAcknowledged]) => isAcknowledged).map(([text]) => text)
    const { rows: counts } = await pool.query<{ n: number }>(
      `select count(*)::int as n from logo
       where like_ct <> (select count(*) from logo_like where logo_like.logo_id = logo.logo_id)
         or comment_ct <> (select count(*) from comment where comment.logo_id = logo.logo_id)`,
    )
    return {
      acknowledged: likesSent.length + acknowledged.length,
      lost:
        likesSent.filter(each => !kept.has(each)).length +
        acknowledged.filter(text => !rowsOf.has(text)).length,
      /** Comments whose writer was not told that they were saved, and how many of them were. */
      unacknowledged: comments.size - acknowledged.length,
      savedAllTheSame: [...comments].filter(([text, isAcknowledged]) => !isAcknowledged && rowsOf.has(text))
        .length,
      twice: texts.filter(({ n }) => n > 1).length,
      miscounted: counts[0]!.n,
      rows: { likes: likes.length, comments: texts.reduce((sum, { n }) => sum + n, 0) },
    }
  } finally {
    await close()
  }
}
