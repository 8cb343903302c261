import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Spread } from './statistics.ts'

// What was measured last, by size of gallery and by part: bench/results/<logos>.json. A figure that could not be had
// is null there.

/** Times are in ms, CPU in µs for each request. */
export type CostRow = {
  name: string
  /** One client. */
  one: Spread
  /** Many clients; `refused` is the share of answers that were 503. */
  crowd: { perSecond: number; p99: number; refused: number }
  cpuUs: { server: number; postgres: number; bare?: number }
  bytes: number
  /** The database alone, at one client. */
  alone?: Spread & { cpuUs: number }
  /** The 95th percentile that the database may take, up to 400,000 and up to 4,000,000 logos. */
  goal?: number[]
}

/** What is known of it where nothing was asked over HTTP. */
export type DatabaseRow = Pick<CostRow, 'name' | 'alone' | 'goal'>

export type CostResult = { rows: CostRow[]; uploadVisibleMs: Spread; crowdSize: number }

/** Two processes behind nginx beside one of them alone, at as many clients. `bare` is behind nginx, too. */
export type ClusterRow = {
  name: string
  alone: CostRow['crowd'] & { serverUs: number }
  behind: CostRow['crowd'] & { serverUs: number; nginxUs: number; bareUs?: number }
}

export type ClusterResult = { rows: ClusterRow[]; crowdSize: number }

/** `found`: how many had anything to show. */
export type BruteForceResult = { compared: number; found: number; differing: string[] }

export type LoadResult = {
  limitMs: number
  tried: { rate: number; p99: number; failed: number; holds: boolean }[]
  /** `holds` is false only where the rate was given. */
  rated: { rate: number; seconds: number; holds: boolean; latency: Spread }
  overload: {
    rate: number
    seconds: number
    answered: number
    shed: number
    /** 503 that does not say when to come back, other failures, and no answer at all: shares of all. */
    shedInSilence: number
    failed: number
    unanswered: number
    latency: Spread
    shedLatency: Spread
    /** Of the checks of readiness meanwhile: how many there were, the share that said yes, and how long they took. */
    readiness: { checks: number; ready: number; latency: Spread }
  }
  /**
   * What came after that, at a rate that should be easy; `ms` is null where not all was well again while it was watched.
   * `unwell`: the share of all spans of three seconds in it that were not well, and of as many at that rate before the rush.
   */
  recovery: { rate: number; watchedMs: number; ms: number | null; unwell: number; unwellBefore: number }
}

export type SoakResult = {
  minutes: number
  rate: number
  requests: number
  failed: number
  latency: Spread
  /** Minutes since the beginning, then bytes. */
  samples: { at: number; rss: number; heap: number }[]
}

export type SlowResult = {
  clients: number
  rate: number
  seconds: number
  without: { latency: Spread; failed: number }
  beside: { latency: Spread; failed: number }
  kinds: { name: string; opened: number; closedByServer: number; heldMs: Spread }[]
}

type Made = { on: string; machine: string; node: string }
export type Results = {
  logos: number
  cost?: CostResult & Made
  /** A part of the cost, measured by itself. */
  database?: { rows: DatabaseRow[] } & Made
  bruteForce?: BruteForceResult & Made
  load?: LoadResult & Made
  soak?: SoakResult & Made
  slow?: SlowResult & Made
  // The same of two processes behind nginx.
  cluster?: ClusterResult & Made
  clusterLoad?: LoadResult & Made
  clusterSlow?: SlowResult & Made
}
type Part = Exclude<keyof Results, 'logos'>

const folder = join(import.meta.dirname, 'results')

/** What a result was made by. */
export const madeHere = (): Made => ({
  on: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}`,
  node: process.version,
})

/** Keeps one part of what is known of a size; the others stay. */
export async function keepResult<P extends Part>(
  logos: number,
  part: P,
  result: Omit<NonNullable<Results[P]>, keyof Made>,
) {
  const path = join(folder, `${logos}.json`)
  const known = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
  await mkdir(folder, { recursive: true })
  const kept = { ...known, logos, [part]: { ...madeHere(), ...result } }
  await writeFile(path, `${JSON.stringify(kept, rounded, 2)}\n`)
}

/** All that is known, the smallest gallery first. */
export async function readResults(): Promise<Results[]> {
  const names = await readdir(folder).catch(() => [])
  const all = await Promise.all(
    names
      .filter(name => name.endsWith('.json'))
      .map(async name => JSON.parse(await readFile(join(folder, name), 'utf8')) as Results),
  )
  return all.sort((a, b) => a.logos - b.logos)
}

/** Four digits say all that such a figure knows. */
const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
