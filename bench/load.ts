import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, openLoop } from './open-loop.ts'
import type { LoadResult } from './results.ts'
import type { Request } from './session.ts'
import { type Answer, recoveryTime, spreadOf, wellSpans } from './statistics.ts'
import type { SystemUnderTest } from './system-under-test.ts'

const limitMs = 100
const isGood = (answer: Answer) => answer.status >= 200 && answer.status < 300

/**
 * Finds the rated rate (the highest at which the 99th percentile stays within the limit and nothing fails), shows it,
 * sends three times as much, and measures how long recovery takes. If `rate` is given, it is used as the rated one.
 */
export async function measureLoad(
  { origin, processes }: Pick<SystemUnderTest, 'origin' | 'processes'>,
  next: () => Request,
  { rate: fixedRate, quick, say }: { rate?: number; quick: boolean; say: (line: string) => void },
): Promise<LoadResult> {
  const seconds = quick
    ? { tried: 1, shown: 1, over: 1, after: 2 }
    : { tried: 8, shown: 30, over: 30, after: 20 }
  const { tried, run, attempt, holds } = tryRates(origin, next, { limitMs, seconds: seconds.tried, say })

  // A process that has just started needs some seconds of such traffic to warm up.
  await run(50, quick ? 1 : 8)
  if (fixedRate) await attempt(fixedRate, seconds.tried)
  let highest = fixedRate ?? (await findRate(holds))
  let shown = await attempt(highest, seconds.shown)
  while (!shown.holds && !fixedRate && highest > 1) {
    highest = Math.floor(highest * 0.9)
    shown = await attempt(highest, seconds.shown)
  }
  const rated = { rate: highest, seconds: seconds.shown, holds: shown.holds, latency: shown.latency }

  const laterRate = Math.max(1, Math.round(highest * 0.8))
  const unwellIn = (spans: boolean[]) => spans.filter(isWell => !isWell).length / spans.length
  const before = wellSpans(await run(laterRate, seconds.after), 0, limitMs)

  const rate = 3 * highest
  const watch = watchReadiness(processes)
  // Open loop: later requests are sent on time, whether or not earlier ones were answered.
  const overload = run(rate, seconds.over)
  await sleep(seconds.over * 1000)
  const readiness = await watch.stop()
  const after = wellSpans(await run(laterRate, seconds.after), 0, limitMs)
  const ms = recoveryTime(after) ?? null
  const answers = await overload
  const share = (of: (answer: Answer) => boolean) => answers.filter(of).length / answers.length
  const isShed = (a: Answer) => a.status === 503 && a.retryAfter
  return {
    limitMs,
    tried,
    rated,
    overload: {
      rate,
      seconds: seconds.over,
      answered: share(isGood),
      shed: share(isShed),
      shedInSilence: share(a => a.status === 503 && !a.retryAfter),
      failed: share(a => a.status !== 0 && !isGood(a) && a.status !== 503),
      unanswered: share(a => a.status === 0),
      latency: spreadOf(answers.filter(isGood).map(a => a.took)),
      shedLatency: spreadOf(answers.filter(isShed).map(a => a.took)),
      readiness,
    },
    recovery: {
      rate: laterRate,
      watchedMs: seconds.after * 1000,
      ms,
      unwell: unwellIn(after),
      unwellBefore: unwellIn(before),
    },
  }
}

/** Sends requests at different rates: one holds where nothing fails and the 99th percentile stays within the limit. */
export function tryRates(
  origin: string,
  next: () => Request,
  { limitMs, seconds, say }: { limitMs: number; seconds: number; say: (line: string) => void },
) {
  const tried: LoadResult['tried'] = []
  const run = (rate: number, length: number) => openLoop(origin, { rate, seconds: length, next })
  const attempt = async (rate: number, length: number) => {
    const answers = await run(rate, length)
    const latency = spreadOf(answers.map(a => a.took))
    const failed = answers.filter(a => !isGood(a)).length
    const holds = failed === 0 && latency.p99 <= limitMs
    tried.push({ rate, p99: latency.p99, failed, holds })
    say(`${rate}/s: p99 ${latency.p99.toFixed(0)} ms, ${failed} failed${holds ? '' : ' – too much'}`)
    // Lets the backlog of this attempt drain before the next.
    await sleep(holds ? 200 : 3000)
    return { holds, latency }
  }
  // Among so few answers a single upload changes the percentile, so a rate that fails is tried twice.
  const holds = async (rate: number) =>
    (await attempt(rate, seconds)).holds || (await attempt(rate, seconds)).holds
  return { tried, run, attempt, holds }
}

/** The highest rate that holds, to the nearest twentieth. */
export async function findRate(holds: (rate: number) => Promise<boolean>): Promise<number> {
  let good = 0
  // At much lower rates a few answers decide the percentile: passwords that are hashed, and an upload.
  let bad = 100
  while (await holds(bad)) {
    good = bad
    bad = Math.round(bad * 1.5)
  }
  while (bad - good > Math.max(1, good / 20)) {
    const rate = Math.round((good + bad) / 2)
    if (await holds(rate)) good = rate
    else bad = rate
  }
  if (!good)
    throw new Error(`No rate holds, not even one a second; --rate says which to take for the rated one.`)
  return good
}

/** Polls each process's readiness four times a second, like a load balancer. */
function watchReadiness(processes: string[]) {
  const took: number[] = []
  let ready = 0
  let stopping = false
  const watching = processes.map(async origin => {
    while (!stopping) {
      const from = performance.now()
      const { status } = await exchange(origin, { method: 'GET', path: '/readyz', headers: {} })
      took.push(performance.now() - from)
      if (status === 200) ready++
      await sleep(250)
    }
  })
  return {
    async stop() {
      stopping = true
      await Promise.all(watching)
      return { checks: took.length, ready: ready / took.length, latency: spreadOf(took) }
    },
  }
}
