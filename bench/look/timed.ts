import type { LookResult } from '../results.ts'
import { type Spread, spreadOf } from '../statistics.ts'

export type Timed = LookResult['compared'][number]
type Say = (line: string) => void

/** What tasks take, one after the other, in time and in CPU. */
export async function time(by: string, say: Say, tasks: readonly (() => unknown)[]): Promise<Timed> {
  const wall: number[] = []
  const cpu: number[] = []
  for (const task of tasks) {
    const began = performance.now()
    const used = process.cpuUsage()
    await task()
    const { user, system } = process.cpuUsage(used)
    wall.push(performance.now() - began)
    cpu.push((user + system) / 1000)
  }
  const row = { by, wall: spreadOf(wall), cpu: spreadOf(cpu) }
  sayTimed(row, say)
  return row
}

/** Says what tasks took. */
export function sayTimed({ by, wall, cpu }: Timed, say: Say) {
  const inMs = ({ p50, p95 }: Spread) => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
  say(`${by}: ${inMs(wall)}; CPU ${inMs(cpu)}`)
}
