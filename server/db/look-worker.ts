import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { Emphasis } from '../../shared/rules/look.ts'
import { modelVersion } from '../lib/look/describe.ts'
import { type Query, ScanIndex, type Without } from '../lib/look/scan-index.ts'

// A thread that keeps the views of all shown logos, and compares them with what is asked for.

export type Search = {
  queries: Query[]
  emphasis: Emphasis
  most: number
  without: Without
  isQuick: boolean
}
export type ToWorker =
  | { kind: 'changed'; logo_id: number }
  | { kind: 'reload' }
  | ({ kind: 'find'; call: number } & Search)
export type FromWorker =
  | { kind: 'state'; logos: number; bytes: number; done: number; isReload: boolean; changed: number[] }
  | { kind: 'failed'; message: string }
  | { kind: 'found'; call: number; matches: ReturnType<ScanIndex['nearest']> }

type Row = { logo_id: number; designer_id: number; views: Buffer }

const portion = 5000
const retryMs = 1000
/** Time for a portion from a cold disk. A connection that was lost silently would otherwise keep the thread waiting for good. */
const queryTimeoutMs = 5000

const pool = new pg.Pool({
  connectionString: workerData.url,
  max: 1,
  idleTimeoutMillis: 10_000,
  connectionTimeoutMillis: queryTimeoutMs,
  query_timeout: queryTimeoutMs,
  keepAlive: true,
  application_name: 'colophon looks',
})
pool.on('error', () => {})

const index = new ScanIndex()
let isLoaded = false
/** Searches that came before all logos were loaded. */
const early: Extract<ToWorker, { kind: 'find' }>[] = []
let mustReload = true
/** Messages about changes so far; and how many there were when nothing was left to read. */
let [heard, done] = [0, 0]
const changed = new Set<number>()
let isWorking = false

const post = (message: FromWorker) => parentPort!.postMessage(message)

/** Reads all logos into the index, portion by portion, so that a reload needs no second one; what is no longer there is removed. */
async function load() {
  for (let after = 0; ; ) {
    const { rows } = await pool.query<Row>(
      // Both tables begin behind it: a merge join would otherwise read the logos from the first one on for each portion.
      `select logo_id, designer_id, views from logo_look join logo using (logo_id)
       where model_version = $1 and logo_look.logo_id > $2 and logo.logo_id > $2 and hidden_at is null
       order by logo_id limit $3`,
      [modelVersion, after, portion],
    )
    const last = rows.length < portion ? Number.POSITIVE_INFINITY : rows.at(-1)!.logo_id
    const found = new Set(rows.map(row => row.logo_id))
    for (const id of [...index.idsBetween(after, last)]) if (!found.has(id)) index.remove(id)
    for (const { logo_id, views, designer_id } of rows) index.set(logo_id, views, designer_id)
    if (rows.length < portion) return
    after = last
  }
}

async function update(ids: number[]) {
  const { rows } = await pool.query<Row>(
    `select logo_id, designer_id, views from logo_look join logo using (logo_id)
     where model_version = $1 and logo_id = any ($2::int[]) and hidden_at is null`,
    [modelVersion, ids],
  )
  const found = new Map(rows.map(row => [row.logo_id, row]))
  for (const id of ids) {
    const row = found.get(id)
    if (row) index.set(id, row.views, row.designer_id)
    else index.remove(id)
  }
}

/** Reads what has changed, one portion after the other, until nothing is left. */
async function work() {
  if (isWorking) return
  isWorking = true
  while (mustReload || changed.size) {
    const ids = [...changed].slice(0, portion)
    const isReload = mustReload
    mustReload = false
    for (const id of ids) changed.delete(id)
    try {
      if (isReload) await load()
      if (ids.length) await update(ids)
    } catch (error) {
      mustReload ||= isReload
      for (const id of ids) changed.add(id)
      post({ kind: 'failed', message: (error as Error).message })
      await new Promise(resolve => setTimeout(resolve, retryMs))
      continue
    }
    isLoaded = true
    if (!mustReload && !changed.size) done = heard
    post({ kind: 'state', logos: index.logoCount, bytes: index.bytes, done, isReload, changed: ids })
    for (const waiting of early.splice(0)) find(waiting)
  }
  isWorking = false
}

function find({ call, queries, emphasis, most, without, isQuick }: Extract<ToWorker, { kind: 'find' }>) {
  post({ kind: 'found', call, matches: index.nearest(queries, emphasis, most, without, { isQuick }) })
}

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'find') {
    if (isLoaded) find(message)
    else early.push(message)
    return
  }
  heard++
  if (message.kind === 'reload') mustReload = true
  else changed.add(message.logo_id)
  void work()
})
void work()
