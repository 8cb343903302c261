import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Spread } from './statistics.ts'

// The latest results, by size of gallery and by part: bench/results/<logos>.json. A figure that could not be measured
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
  /** Only the queries, without HTTP, at one client. */
  queryOnly?: Spread & { cpuUs: number }
  /** The goal for the database's 95th percentile, up to 400,000 and up to 4,000,000 logos. */
  goal?: number[]
}

/** The part of a row that is measured without HTTP. */
export type DatabaseRow = Pick<CostRow, 'name' | 'queryOnly' | 'goal'>

export type CostResult = { rows: CostRow[]; uploadVisibleMs: Spread; crowdSize: number }

/** Two processes behind nginx beside a single one, at as many clients. `bare` is behind nginx, too. */
export type ClusterRow = {
  name: string
  singleProcess: CostRow['crowd'] & { serverUs: number }
  behind: CostRow['crowd'] & { serverUs: number; nginxUs: number; bareUs?: number }
}

export type ClusterResult = { rows: ClusterRow[]; crowdSize: number }

/** CPU is the server's, in ms for each upload: until its answer, and until its picture job is done. */
export type WritesResult = {
  upload: { count: number; toAnswerMs: number; inAllMs: number; latency: Spread }
  /** Likes and comments; `refused` counts the answers that were 503. */
  crowd: { clients: number; requests: number; refused: number; perSecond: number; latency: Spread }
}

/** Rows of uploads, without their pictures; WAL until their counts and bits are merged. */
export type UploadsResult = {
  rows: { writers: number; perSecond: number; latency: Spread; walKiB: number }[]
  compared: number
  differing: number
}

/** Visitors' requests through nginx's cache, and bypassing it. */
export type VisitorRow = Record<
  'cached' | 'past',
  CostRow['crowd'] & { serverUs: number; nginxUs: number; postgresUs: number }
> & { name: string }

export type VisitorsResult = { rows: VisitorRow[]; crowdSize: number }

/** Searches at several sizes in one run; `figures` are in the order of `galleries`, CPU is PostgreSQL's for each search. */
export type SearchSizeResult = {
  galleries: { logos: number; isSynthetic: boolean }[]
  rows: { name: string; figures: { n: number; p50: number; p95: number; cpuUs: number }[] }[]
}

/** `found`: how many had results. */
export type BruteForceResult = { compared: number; found: number; differing: string[] }

/** Fresh and search beside `hidden` hidden logos; `before`: the same when none was. */
export type HiddenResult = {
  hidden: number
  rows: (DatabaseRow & { before: Spread })[]
  bruteForce: BruteForceResult
}

export type LoadResult = {
  limitMs: number
  tried: { rate: number; p99: number; failed: number; holds: boolean }[]
  /** `holds` is false only if the rate was given. */
  rated: { rate: number; seconds: number; holds: boolean; latency: Spread }
  overload: {
    rate: number
    seconds: number
    answered: number
    shed: number
    /** Shares of all: 503 without Retry-After, other failures, and no answer at all. */
    shedInSilence: number
    failed: number
    unanswered: number
    latency: Spread
    shedLatency: Spread
    /** The readiness checks during the overload: their number, the share that succeeded, and their times. */
    readiness: { checks: number; ready: number; latency: Spread }
  }
  /**
   * The recovery after the overload, at an easy rate; `ms` is null if it did not recover while it was measured.
   * `unwell`: the share of three-second spans that failed the limit, after the overload and, at the same rate, before
   * it.
   */
  recovery: { rate: number; watchedMs: number; ms: number | null; unwell: number; unwellBefore: number }
}

export type SoakResult = {
  minutes: number
  rate: number
  requests: number
  failed: number
  latency: Spread
  /** Minutes since the start, then bytes. */
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

/** A fault beside traffic. `refused`: 503 with Retry-After; `wellAfterMs`: from the fault's end to the last request that was not answered. */
export type ChaosRow = {
  name: string
  requests: number
  failed: number
  refused: number
  p99: number
  acknowledged: number
  lost: number
  twice: number
  wellAfterMs: number
}
export type ChaosResult = {
  rate: number
  /** The highest rate that was served well without a fault, twice `rate`; missing where `rate` was set by hand. */
  rated?: { rate: number; limitMs: number; seconds: number }
  rows: ChaosRow[]
  restart?: { requests: number; failed: number; refused: number }
}

type Counted = { answered: number; all: number }
/**
 * Kills of a fleet's primary. `checked`: the answered reads of what was just written, of which `stale` lacked it; `pause`: without an
 * acknowledged write; `readsOfOutage`: the reads from the kills to the promotions; `perSecond`: acknowledged writes, without the pauses.
 */
export type FailoverResult = {
  kills: number
  acknowledged: number
  lost: number
  twice: number
  miscounted: number
  checked: number
  unchecked: number
  stale: number
  pause: Spread
  readsOfOutage: { member: Counted; visitor: Counted }
  perSecond: number
}

/** The database on the disk, and in it the feeds' items with their indexes. */
export type SizesResult = { databaseBytes: number; activityBytes: number; activityItems: number }

/**
 * Likes in a second, where a small transaction takes `commitMs` because its standby answers `delayMs` late: each member at an application
 * of its own, and all at one, both without and with Valkey.
 */
export type LikesResult = {
  delayMs: number
  commitMs: number
  rows: {
    members: number
    apart: number
    apartWithValkey: number
    together: number
    togetherWithValkey: number
  }[]
}

/** Times of a backup with its proof, of the next one, and of a restore. `lostMs`: the oldest commit that no archive had yet. */
export type BackupResult = {
  databaseBytes: number
  partBytes: number
  firstMs: number
  secondMs: number | null
  restoreMs: number
  archiving: { timeoutMs: number; lostMs: number } | null
}

/** Share of searches whose original comes first, and is among the first ten, in percent. */
export type Hits = [first: number, ten: number]

type Timed = { by: string; wall: Spread; cpu: Spread }
export type LookResult = {
  drawings: number
  /** Describing a drawing. */
  describeMs: number
  changes: { name: string; found: Hits; pHash: Hits | null; goal: Hits | null; tried: number }[]
  /** What an upload pays for its look and its colours. */
  uploadCpu: Timed
  index: { logos: number; views: number; bytes: number }
  compared: Timed[]
  /** A stored logo compared as for Related, and how many of the nearest 4 and 40 that finds, in percent. */
  quick?: Timed & { shares: number[] }
  /** A picture in one pass over whole views, and how many of its nearest 10 and 200 two passes find, in percent. */
  onePass: Timed & { shares: number[] }
  /** How long a started process loads the index from PostgreSQL. */
  readyMs: number
  colors: {
    different: number
    rows: { within: number; wall: Spread; cpu: Spread }[]
    compared: number
    differing: number
  }
}

type Made = { on: string; machine: string; node: string }
export type Results = {
  logos: number
  cost?: CostResult & Made
  /** A part of the cost, measured on its own. */
  database?: { rows: DatabaseRow[] } & Made
  bruteForce?: BruteForceResult & Made
  hidden?: HiddenResult & Made
  load?: LoadResult & Made
  /** The same by a process that does no work in the background. */
  webLoad?: LoadResult & Made
  /** The same behind a fleet on the same machine. */
  fleetLoad?: LoadResult & Made
  soak?: SoakResult & Made
  slow?: SlowResult & Made
  // The same for two processes behind nginx.
  cluster?: ClusterResult & Made
  clusterLoad?: LoadResult & Made
  clusterSlow?: SlowResult & Made
  visitors?: VisitorsResult & Made
  writes?: WritesResult & Made
  uploads?: UploadsResult & Made
  chaos?: ChaosResult & Made
  // With a synchronous standby, and without one.
  failover?: FailoverResult & Made
  failoverAsynchronous?: FailoverResult & Made
  likes?: LikesResult & Made
  sizes?: SizesResult & Made
  look?: LookResult & Made
  backup?: BackupResult & Made
  searchSize?: SearchSizeResult & Made
}
type Part = Exclude<keyof Results, 'logos'>

const folder = join(import.meta.dirname, 'results')

/** The date, machine and Node version of a result. */
export const madeHere = (): Made => ({
  on: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}`,
  node: process.version,
})

/** Replaces one part of the results of a size and keeps the others. */
export async function keepResult<P extends Part>(
  logos: number,
  part: P,
  result: Omit<NonNullable<Results[P]>, keyof Made>,
) {
  const path = join(folder, `${logos}.json`)
  const existing = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
  await mkdir(folder, { recursive: true })
  const kept = { ...existing, logos, [part]: { ...madeHere(), ...result } }
  await writeFile(path, `${JSON.stringify(kept, rounded, 2)}\n`)
}

/** All results, the smallest gallery first. */
export async function readResults(): Promise<Results[]> {
  const names = await readdir(folder).catch(() => [])
  const all = await Promise.all(
    names
      .filter(name => name.endsWith('.json'))
      .map(async name => JSON.parse(await readFile(join(folder, name), 'utf8')) as Results),
  )
  return all.sort((a, b) => a.logos - b.logos)
}

/** Four significant digits: the measurements are no more precise. */
const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
