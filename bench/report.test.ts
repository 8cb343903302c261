import { expect, test } from 'vitest'
import { drawChart } from './chart.ts'
import { reportOf } from './report.ts'
import { type CostRow, type Results, readResults } from './results.ts'
import { trendOf } from './soak.ts'
import { spreadOf } from './statistics.ts'

const made = { on: '2026-01-02', machine: '2 × CPU', node: 'v26' }
const row = (name: string, overrides: Partial<CostRow> = {}): CostRow => ({
  name,
  one: spreadOf([1, 2, 3]),
  crowd: { perSecond: 100, p99: 9, refused: 0 },
  cpuUs: { server: 120, postgres: 300, bare: 60 },
  bytes: 1000,
  ...overrides,
})
const queryOnly = (p95: number) => ({ ...spreadOf([p95]), cpuUs: 50 })
const costOf = (logos: number, rows: CostRow[]): Results => ({
  logos,
  cost: { ...made, rows, uploadVisibleMs: spreadOf([20]), crowdSize: 32 },
})

test('a figure is shown with the goal for its size, and whether it was met', () => {
  const rows = [row('Search', { queryOnly: queryOnly(12), goal: [10, 25] })]
  const small = reportOf([costOf(400_000, rows)])
  expect(small).toContain('| Search | 1.20 | 12.0 | 10 | **not met** |')
  expect(small).toContain('Of 1 goals for the database 0 are met; not met: Search.')
  const large = reportOf([costOf(4_000_000, rows)])
  expect(large).toContain('| Search | 0.48 | 12.0 | 25 | met |')
  expect(large).toContain('Of 1 goals for the database 1 are met.')
})

test('every search that was measured is judged by 5 ms up to 400,000 logos, and by 15 ms beyond', async () => {
  const rows = (await readResults()).flatMap(({ cost, database, hidden }) =>
    [cost, database, hidden].flatMap(part => part?.rows ?? []),
  )
  const searches = rows.filter(({ name }) => /^(Search|Quick search): /.test(name))
  expect(searches.length).toBeGreaterThan(100)
  for (const { name, goal } of searches) expect({ name, goal }).toEqual({ name, goal: [5, 15] })
})

test('a size with database figures only is rated and charted, too', () => {
  const rows = [{ name: 'Fresh, any page', queryOnly: queryOnly(2), goal: [3, 6] }]
  const report = reportOf([{ logos: 4000, database: { ...made, rows } }])
  expect(report).toContain('Of 1 goals for the database 1 are met.')
  expect(report).toContain('| Fresh, any page | 0.67 | 2.00 | 3 | met |')
  expect(report).toContain('(cost.svg)')
})

test('Fresh is judged by the server’s CPU beside the bare server’s', () => {
  const fresh = (server: number) => [row('Fresh, page 1', { cpuUs: { server, postgres: 9999, bare: 60 } })]
  expect(reportOf([costOf(1000, fresh(179))])).toContain('| 3.0 | ≤ 3 | met |')
  expect(reportOf([costOf(1000, fresh(189))])).toContain('| 3.1 | ≤ 3 | **not met** |')
})

test('a missing measurement is a dash, and a missing limit is empty', () => {
  const cpuUs = JSON.parse(JSON.stringify({ server: Number.NaN, postgres: Number.NaN }))
  expect(reportOf([costOf(1000, [row('Upload', { cpuUs })])])).toContain('| Upload |  | – | – |')
})

const loadAt = (rate: number): NonNullable<Results['load']> => ({
  ...made,
  on: '2026-03-04',
  limitMs: 100,
  tried: [{ rate, p99: 5, failed: 0, holds: true }],
  rated: { rate, seconds: 30, holds: true, latency: spreadOf([5]) },
  overload: {
    rate: 3 * rate,
    seconds: 30,
    answered: 0.5,
    shed: 0.25,
    shedInSilence: 0,
    failed: 0,
    unanswered: 0.25,
    latency: spreadOf([50]),
    shedLatency: spreadOf([1]),
    readiness: { checks: 9, ready: 1, latency: spreadOf([3]) },
  },
  recovery: { rate: 16, watchedMs: 20_000, ms: null, unwell: 0.5, unwellBefore: 0 },
})

test('every size keeps its section, and each part of it says when and where it was made', () => {
  const text = reportOf([costOf(1000, [row('Search')]), { ...costOf(2000, []), load: loadAt(20) }])
  expect([...text.matchAll(/^## (.*)$/gm)].map(m => m[1])).toEqual(['1,000 logos', '2,000 logos'])
  expect(text).toContain('2026-01-02, 2 × CPU, Node v26.')
  expect(text).toContain('2026-03-04, 2 × CPU, Node v26.')
  expect(text).toContain('25.0 % not at all within 10 s')
  expect(text).toContain('not while watched | ≤ 5 s | **not met**')
  expect(text).not.toContain('behind nginx')
})

test('two processes behind nginx are compared with one, if that was measured', () => {
  const crowd = { perSecond: 100, p99: 9, refused: 0 }
  const rows = [
    {
      name: 'Fresh, page 1',
      singleProcess: { ...crowd, serverUs: 300 },
      behind: { ...crowd, perSecond: 150, serverUs: 320, nginxUs: 80, bareUs: 20 },
    },
    {
      name: 'Upload',
      singleProcess: { ...crowd, serverUs: 9 },
      behind: { ...crowd, serverUs: 8, nginxUs: 1 },
    },
  ]
  const two: Results = { logos: 1000, cluster: { ...made, rows, crowdSize: 32 }, clusterLoad: loadAt(30) }
  const text = reportOf([two])
  expect(text).toContain('| Fresh, page 1 | 100 | 150 | 9.00 | 9.00 | 300 | 320 | 80 | 16.0 |')
  expect(text).toContain('| Upload | 100 | 100 | 9.00 | 9.00 | 9 | 8 | 1 |  |')
  expect(text).toContain('| requests/s with p99 ≤ 100 ms and no failure |  | 30 |')
  expect(reportOf([{ ...two, load: loadAt(20) }])).toContain('no failure | 20 | 30 |')
})

test('memory is flat when what follows the warming up grows by less than a twentieth an hour', () => {
  const samples = (perHour: number) =>
    Array.from({ length: 61 }, (_, at) => ({
      at,
      rss: at < 10 ? at * 1e6 : 1e8 + perHour * (at / 60),
      heap: 1e7,
    }))
  expect(trendOf(samples(4e6), 'rss')).toMatchObject({ isFlat: true })
  expect(trendOf(samples(6e6), 'rss')).toMatchObject({ isFlat: false })
  expect(trendOf(samples(6e6), 'rss').perHour / 6e6).toBeCloseTo(1)
  expect(trendOf(samples(6e6), 'heap')).toEqual({ mean: 1e7, perHour: 0, isFlat: true })
})

test('the chart labels its lines without overlaps, and describes them in text', () => {
  const line = (label: string, end: number) => ({
    label,
    points: [[1000, 1] as const, [100_000, end] as const],
  })
  const svg = drawChart([line('First', 10), line('Second', 10.1), line('Absent', 0)].slice(0, 2))
  expect(svg).toContain('First: 1.0 at 1,000, 10 at 100,000.')
  const heights = [...svg.matchAll(/y="([\d.]+)">(?:First|Second),/g)].map(m => Number(m[1]))
  expect(heights).toHaveLength(2)
  expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(19)
  // Four labels that end together are centred on their middle, in their order.
  const heap = [10.3, 10.2, 10.1, 10].map((end, i) => line(`No. ${i}`, end))
  const tops = [...drawChart(heap).matchAll(/y="([\d.]+)">No\./g)].map(m => Number(m[1]))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(tops[3]! - tops[0]!).toBeCloseTo(3 * 19)
  // On a logarithmic axis equal factors are equal distances.
  const [low, middle, high] = [1, 10, 100].map(cost =>
    Number(
      /points="[\d.]+,([\d.]+)"/.exec(
        drawChart([{ label: 'x', points: [[1000, cost]] }, line('y', 100)]),
      )![1],
    ),
  )
  expect(low! - middle!).toBeCloseTo(middle! - high!, -1)
})

test('a backup is shown with its goals, and what was not measured is a dash', () => {
  const backup = {
    ...made,
    databaseBytes: 1e9,
    partBytes: 1e7,
    firstMs: 9000,
    secondMs: null,
    restoreMs: 301_000,
  }
  const report = reportOf([
    { logos: 1000, backup: { ...backup, archiving: null } },
    { logos: 4000, backup: { ...backup, archiving: { timeoutMs: 50_000, lostMs: 50_900 } } },
  ])
  expect(report).toContain('| second backup, without a change | – | |')
  expect(report).toContain('| restore into an empty database (RTO) | 301.0 s | ≤ 300 s, **not met** |')
  expect(report).toContain('| lost with archiving (RPO) | – | ≤ 60 s |')
  expect(report).toContain('| lost with archiving (RPO), archive_timeout 50 s | 50.9 s | ≤ 60 s, met |')
})

test('faults say at which rate they were played, and how it was found', () => {
  const chaos = { ...made, rate: 60, rows: [] }
  expect(reportOf([{ logos: 4000, chaos }])).toContain('The rate is set by hand')
  const rated = { rate: 120, limitMs: 250, seconds: 3 }
  const report = reportOf([{ logos: 4000, chaos: { ...chaos, rated } }])
  expect(report).toContain('the mixture of traffic at 60/s')
  expect(report).toContain('served on this machine: 120/s')
})

test('a failover is shown with what was lost, read back and paused, for each way to replicate', () => {
  const failover = {
    ...made,
    kills: 2,
    ...{ acknowledged: 4321, lost: 0, twice: 0, miscounted: 0, checked: 4300, unchecked: 21, stale: 1 },
    pause: spreadOf([4000, 6500]),
    readsOfOutage: { member: { answered: 97, all: 100 }, visitor: { answered: 0, all: 0 } },
    perSecond: 80.4,
  }
  const report = reportOf([{ logos: 4000, failover, failoverAsynchronous: { ...failover, lost: 33 } }])
  expect(report).toContain(
    'Node v26. | 2 | 4,321 | 0 | 0 | 0 | 1 of 4,300 | 21 | 97.0 % of 100 | – | 6.5 | 4.0 | 80 |',
  )
  expect(report).toContain('| without one: 2026-01-02, 2 × CPU, Node v26. | 2 | 4,321 | 33 |')
  expect(reportOf([{ logos: 4000 }])).not.toContain('Failover')
})

test('searches by size have a column for each gallery, and the one that is not synthetic says so', () => {
  const figures = [1, 20].map(p95 => ({ n: 200, p50: p95 / 2, p95, cpuUs: 900 * p95 }))
  const searchSize = {
    ...made,
    galleries: [
      { logos: 4000, isSynthetic: true },
      { logos: 400_000, isSynthetic: false },
    ],
    rows: [{ name: 'a frequent word', figures }],
  }
  const report = reportOf([{ logos: 400_000, searchSize }])
  expect(report).toContain('| logos | 4,000 | 400,000, the gallery |')
  expect(report).toContain('| a frequent word | 0.50 / 1.00 / 0.90 | 10.0 / 20.0 / 18.0 |')
})
