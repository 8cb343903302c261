import { setTimeout as sleep } from 'node:timers/promises'
import { openLoop } from './open-loop.ts'
import type { SoakResult } from './results.ts'
import type { Request } from './session.ts'
import { type Answer, fitLine, spreadOf } from './statistics.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** Mixed traffic at a low rate for a long time, to see whether memory grows. `tidy` is called every minute. */
export async function measureSoak(
  system: SystemUnderTest,
  traffic: { next: () => Request; tidy(): Promise<void> },
  { minutes, rate, say }: { minutes: number; rate: number; say: (line: string) => void },
): Promise<SoakResult> {
  const samples: SoakResult['samples'] = []
  const answers: Answer[] = []
  const ended = new AbortController()
  const began = Date.now()
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const at = (Date.now() - began) / 60_000
      samples.push({ at, ...(await system.memory()) })
      if (samples.length % 10 === 1) say(describeSample(samples.at(-1)!))
      // At least sixty samples, and two a minute.
      await sleep(Math.min(30_000, minutes * 1000), undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  try {
    const end = began + minutes * 60_000
    while (Date.now() < end) {
      const seconds = Math.max(1, Math.min(60, (end - Date.now()) / 1000))
      answers.push(...(await openLoop(system.origin, { rate, seconds, next: traffic.next })))
      await traffic.tidy()
    }
  } finally {
    ended.abort()
    await watching
  }
  return {
    minutes,
    rate,
    requests: answers.length,
    failed: answers.filter(a => a.status < 200 || a.status >= 300).length,
    latency: spreadOf(answers.map(a => a.took)),
    samples,
  }
}

/**
 * Memory after the warm-up (the first quarter): its mean and its growth per hour, in bytes. It counts as flat if it
 * grows by less than a twentieth per hour.
 */
export function trendOf(samples: SoakResult['samples'], which: 'rss' | 'heap') {
  const from = (samples.at(-1)?.at ?? 0) / 4
  const { slope, middle } = fitLine(samples.filter(s => s.at >= from).map(s => [s.at / 60, s[which]]))
  return { mean: middle, perHour: slope, isFlat: slope < middle / 20 }
}

const describeSample = ({ at, rss, heap }: SoakResult['samples'][number]) =>
  `${at.toFixed(1)} min: ${(rss / 1e6).toFixed(1)} MB resident, ${(heap / 1e6).toFixed(1)} MB on the heap`
