import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Case, type Draw, type Gallery, likes, readCases, signIns, uploads } from './cases.ts'
import { closedLoop, type Flow, type Length } from './closed-loop.ts'
import { describeRow } from './report.ts'
import type { CostResult, CostRow, DatabaseRow } from './results.ts'
import { type Member, type Request, removeLogo } from './session.ts'
import { spreadOf } from './statistics.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/**
 * How long each case is measured: over HTTP (one client; many; the bare server), in calls of the database, in writes.
 */
type Pace = { one: Length; crowd: Length; bare: Length; rounds: number; calls: number; writes: number }
export const paces: Record<'full' | 'quick', Pace> = {
  full: {
    one: { seconds: 3 },
    crowd: { seconds: 2.5 },
    bare: { seconds: 1 },
    rounds: 2,
    calls: 400,
    writes: 96,
  },
  quick: {
    one: { requests: 4 },
    crowd: { requests: 32 },
    bare: { requests: 32 },
    rounds: 1,
    calls: 4,
    writes: 4,
  },
}

export const crowdSize = 32

/** What every kind of request costs, beside the bare server. Its likes and uploads are removed afterwards. */
export async function measureCost(
  system: SystemUnderTest,
  gallery: Gallery,
  options: { quick: boolean; say: (line: string) => void },
): Promise<CostResult> {
  const pace = paces[options.quick ? 'quick' : 'full']
  const rows: CostRow[] = []
  const measured = (row: CostRow) => {
    rows.push(row)
    options.say(describeRow(row))
  }
  for (const each of await readCases(gallery)) measured(await measureCase(system, each, pace))

  measured(await measureCase(system, { name: 'Like', draws: likes(gallery).map(asDraw) }, pace))
  measured(await measureOnce(system, 'Sign-in', () => signIns(gallery, pace.writes), pace))
  const added: [Member, number][] = []
  const some = () => uploads(gallery, pace.writes, (member, id) => added.push([member, id]))
  try {
    const prepared = [await some(), await some()]
    measured(await measureOnce(system, 'Upload', () => prepared.pop()!, pace))
    const uploadVisibleMs = await waitForUploads(system, await some())
    return { rows, uploadVisibleMs, crowdSize }
  } finally {
    for (const [member, id] of added) await removeLogo(system.origin, member, id)
  }
}

/**
 * What the queries of all reading cases take without the server: enough to see how cost grows with size. `only`: of the
 * cases of such a name.
 */
export async function measureDatabase(
  system: SystemUnderTest,
  gallery: Gallery,
  options: { quick: boolean; say: (line: string) => void; only?: RegExp },
): Promise<{ rows: DatabaseRow[] }> {
  const { calls } = paces[options.quick ? 'quick' : 'full']
  const rows: DatabaseRow[] = []
  for (const { name, goal, draws } of await readCases(gallery)) {
    if (!draws[0]!.queryOnly || options.only?.test(name) === false) continue
    const queryOnly = await measureQueryOnly(system, draws, calls)
    options.say(`${name}: the database alone p95 ${queryOnly.p95.toFixed(2)} ms`)
    rows.push({ name, queryOnly, goal: goal && [...goal] })
  }
  return { rows }
}

async function measureCase(
  system: SystemUnderTest,
  { name, goal, draws }: Case,
  pace: Pace,
): Promise<CostRow> {
  const requests = draws.map(draw => draw.request)
  const { origin, bare } = system
  await bare.send(await sampleOf(origin, requests[0]!))
  await closedLoop(origin, requests, 1, { requests: 4 })
  const one = await closedLoop(origin, requests, 1, pace.one)
  const crowd = crowdAt(origin, pace.crowd, { server: system.serverCpu, postgres: system.postgresCpu })
  const limit = crowdAt(bare.origin, pace.bare, { bare: bare.cpu })
  // In turns, so that other load on the machine affects both alike.
  for (let round = 0; round < pace.rounds; round++)
    for (const each of [crowd, limit]) await each.ask(requests)
  return {
    name,
    one: one.latency,
    crowd: crowd.found(),
    cpuUs: { ...crowd.cpuUs(), ...limit.cpuUs() },
    bytes: one.bytes,
    queryOnly: draws[0]!.queryOnly && (await measureQueryOnly(system, draws, pace.calls)),
    goal: goal && [...goal],
  }
}

/** Many clients, in one turn or several: throughput, and the CPU time of each request. */
export function crowdAt<K extends string>(origin: string, length: Length, cpu: Record<K, () => number>) {
  const names = Object.keys(cpu) as K[]
  const used = names.map(() => 0)
  const flows: Flow[] = []
  const mean = (of: (flow: Flow) => number) => flows.reduce((sum, flow) => sum + of(flow), 0) / flows.length
  return {
    async ask(requests: Request[]) {
      const before = names.map(name => cpu[name]())
      flows.push(await closedLoop(origin, requests, Math.min(crowdSize, requests.length), length))
      for (const [i, name] of names.entries()) used[i]! += cpu[name]() - before[i]!
    },
    found: () => ({
      perSecond: mean(flow => flow.perSecond),
      p99: Math.max(...flows.map(flow => flow.latency.p99)),
      refused: mean(flow => flow.refused),
    }),
    cpuUs() {
      const total = flows.reduce((sum, flow) => sum + flow.requests, 0)
      return Object.fromEntries(names.map((name, i) => [name, used[i]! / total])) as Record<K, number>
    },
  }
}

/** The feature's own queries without HTTP: one caller, one call after the other. */
async function measureQueryOnly(system: SystemUnderTest, draws: Draw[], calls: number) {
  const call = (i: number) => draws[i % draws.length]!.queryOnly!()
  for (let i = 0; i < calls / 8; i++) await call(i)
  const took: number[] = []
  const before = system.postgresCpu()
  const began = performance.now()
  // A slow query is measured well enough after 15 seconds.
  for (let i = 0; i < calls && (i < 60 || performance.now() - began < 15_000); i++) {
    const from = performance.now()
    await call(i)
    took.push(performance.now() - from)
  }
  return { ...spreadOf(took), cpuUs: (system.postgresCpu() - before) / took.length }
}

/** Requests that can be sent only once each: at one client and at many, without a lower bound beside them. */
async function measureOnce(
  system: SystemUnderTest,
  name: string,
  make: () => Request[],
  pace: Pace,
): Promise<CostRow> {
  const one = await closedLoop(system.origin, make(), 1, { requests: pace.writes })
  const { origin, serverCpu, postgresCpu } = system
  const crowd = crowdAt(origin, { requests: pace.writes }, { server: serverCpu, postgres: postgresCpu })
  await crowd.ask(make())
  return { name, one: one.latency, crowd: crowd.found(), cpuUs: crowd.cpuUs(), bytes: one.bytes }
}

/** The time from the answer to an upload until a search finds it. */
async function waitForUploads({ origin }: SystemUnderTest, requests: Request[]) {
  const waits: number[] = []
  for (const upload of requests) {
    const word = `w${randomBytes(6).toString('hex')}`
    const body = JSON.stringify({ ...JSON.parse(upload.body!), keywords: word })
    const response = await fetch(origin + upload.path, { ...upload, body })
    const answered = performance.now()
    upload.onAnswer!(response.status, await response.text())
    if (!response.ok) throw new Error(`An upload was answered ${response.status}`)
    for (;;) {
      const found = await fetch(`${origin}/api/logos?search_text=${word}`, { headers: upload.headers })
      if (((await found.json()) as { count: number }).count) break
      await sleep(5)
    }
    waits.push(performance.now() - answered)
  }
  return spreadOf(waits)
}

/** The bytes of the answer to a request, as they come over the wire. */
export async function sampleOf(origin: string, { path, body, ...rest }: Request): Promise<Buffer> {
  const sent = request(origin + path, rest).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return buffer(answer)
}

const asDraw = (request: Request): Draw => ({ request })
