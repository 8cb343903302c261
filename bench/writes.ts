import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Gallery, likes, uploads } from './cases.ts'
import { closedLoop } from './closed-loop.ts'
import type { WritesResult } from './results.ts'
import { type Member, type Request, removeLogo, send } from './session.ts'
import { spreadOf } from './statistics.ts'
import type { SystemUnderTest } from './system-under-test.ts'

const clients = 16
const amounts = {
  full: { uploads: 40, each: 600 },
  quick: { uploads: 2, each: 16 },
}

/** What a write costs until it is answered and afterwards, and whether any is refused while 16 clients write. */
export async function measureWrites(
  system: SystemUnderTest,
  gallery: Gallery,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<WritesResult> {
  const amount = amounts[quick ? 'quick' : 'full']
  const upload = await measureUploads(system, gallery, amount.uploads)
  say(`Upload: CPU to the answer ${upload.toAnswerMs.toFixed(0)} ms, in all ${upload.inAllMs.toFixed(0)} ms`)
  const crowd = await measureLikesAndComments(system, gallery, amount.each)
  say(`Likes and comments, ${clients} clients: ${crowd.refused} of ${crowd.requests} refused`)
  return { upload, crowd }
}

/** One upload at a time: the server's CPU time until its answer, and until its picture job is done. Means. */
async function measureUploads({ origin, db, serverCpu }: SystemUnderTest, gallery: Gallery, count: number) {
  const added: [Member, number][] = []
  const requests = await uploads(gallery, count, (member, id) => added.push([member, id]))
  const took: number[] = []
  let [toAnswerUs, inAllUs, inAllTook] = [0, 0, 0]
  let idle = await measureIdle(serverCpu)
  try {
    for (const { path, onAnswer, ...request } of requests) {
      const [began, before] = [performance.now(), serverCpu()]
      const response = await fetch(origin + path, request)
      const body = await response.text()
      toAnswerUs += serverCpu() - before
      took.push(performance.now() - began)
      onAnswer?.(response.status, body)
      if (!response.ok) throw new Error(`An upload was answered ${response.status}: ${body}`)
      while (await db.selectFrom('picture_job').select('hash').executeTakeFirst()) await sleep(20)
      inAllUs += serverCpu() - before
      inAllTook += performance.now() - began
    }
    // After a start the server may still be at work: the smaller share is nearer to what it uses when idle.
    idle = Math.min(idle, await measureIdle(serverCpu))
  } finally {
    for (const [member, id] of added) await removeLogo(origin, member, id)
  }
  return {
    count,
    toAnswerMs: toAnswerUs / count / 1000,
    // A job may start up to a second later; polling for jobs in that time is no cost of the upload.
    inAllMs: (inAllUs - idle * inAllTook) / count / 1000,
    latency: spreadOf(took),
  }
}

/** Of one core, in µs for each ms: above it, jobs are still at work on what was uploaded before. */
const idleShare = 100
const longestWaitMs = 120_000

/** The server's CPU time while nothing is asked and its jobs have nothing to do, in µs for each ms. */
async function measureIdle(serverCpu: () => number) {
  const end = performance.now() + longestWaitMs
  while (performance.now() < end) {
    const [began, before] = [performance.now(), serverCpu()]
    await sleep(3000)
    const idle = (serverCpu() - before) / (performance.now() - began)
    if (idle < idleShare) return idle
  }
  throw new Error(`After ${longestWaitMs / 1000} s the jobs still work on earlier uploads.`)
}

/** As many likes as comments, in turn. */
async function measureLikesAndComments({ origin, db }: SystemUnderTest, gallery: Gallery, each: number) {
  // Earlier runs count under the same limits.
  await sql`delete from limit_count where key like 'write:%'`.execute(db)
  const mark = `bench ${Date.now()}`
  const marks = likes(gallery)
  const requests = Array.from({ length: each }, (_, i): Request[] => [
    marks[i % marks.length]!,
    send(gallery.members[i % gallery.members.length]!, 'POST', '/api/logos/comments', {
      logo_id: 1 + ((i * 37) % gallery.logos),
      comment: `${mark} ${i}`,
    }),
  ]).flat()
  try {
    const flow = await closedLoop(origin, requests, clients, { requests: requests.length })
    return {
      clients,
      requests: flow.requests,
      refused: Math.round(flow.refused * flow.requests),
      perSecond: flow.perSecond,
      latency: flow.latency,
    }
  } finally {
    await db.deleteFrom('comment').where('comment', 'like', `${mark} %`).execute()
  }
}
