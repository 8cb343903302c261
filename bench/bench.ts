import { parseArgs } from 'node:util'
import { buildWeb } from '../scripts/build-web.ts'
import { canRunFleet } from '../tests/fleet.ts'
import { logosOfFleet } from '../tests/fleet-acts.ts'
import { canRunProxy } from '../tests/proxy.ts'
import { canRunValkey } from '../tests/valkey.ts'
import { measureBackup } from './backup.ts'
import { compareWithBruteForce } from './brute-force.ts'
import type { Gallery } from './cases.ts'
import { measureChaos, withRows } from './chaos.ts'
import { measureCluster } from './cluster.ts'
import { measureCost, measureDatabase } from './cost.ts'
import { measureDigest } from './digest.ts'
import { measureFleet } from './fleet.ts'
import { type FleetUnderTest, startFleetUnderTest } from './fleet-under-test.ts'
import { measureHidden } from './hidden.ts'
import { benchJudging } from './judging.ts'
import { measureLikes } from './likes.ts'
import { measureLoad } from './load.ts'
import { benchColors } from './look/color.ts'
import { benchSimilar } from './look/similar.ts'
import { writePlans } from './plans.ts'
import { writeReport } from './report.ts'
import { keepResult, readResults } from './results.ts'
import { measureSearchSize } from './search-size.ts'
import { signIn, visit } from './session.ts'
import { measureSizes } from './sizes.ts'
import { measureSlow } from './slow.ts'
import { measureSoak } from './soak.ts'
import { type SystemUnderTest, startSystemUnderTest } from './system-under-test.ts'
import { mixTraffic } from './traffic.ts'
import { measureUploads } from './uploads.ts'
import { measureVisitors } from './visitors.ts'
import { measureWrites } from './writes.ts'

// `npm run bench`: what requests cost in a gallery of the given size, beside their lower bounds. `-- load`, `-- soak`
// and `-- slow`: behaviour under load, over a long time, and beside slow clients. `--processes 2`: the same with two
// processes behind nginx, and visitors with and without its cache (only that: `-- visitors --processes 2`).
// `-- writes`: the CPU time of an upload, before and after its answer, and writes that are refused.
// `-- database`: the queries without the server. `-- hidden`: those of Fresh and search with hidden logos. `-- plans`: their query plans, in bench/plans. `-- judging`: a simulated
// jury, in bench/RESULTS-JUDGING.md. `-- look`: how well changed logos find their originals, and the search for colours. `-- digest`: the letters about
// what is new, by a process that is killed half-way. `-- uploads`: rows of uploads by one writer and by sixteen. `-- search-size`: searches on synthetic bitmaps,
// up to a size that no gallery is made of. Results are kept by size
// and part; bench/RESULTS.md is written from all of them (`-- report` does only that). `--quick` shows that everything
// works and keeps nothing. Several parts may be given, which share one start.

const usage = `npm run bench -- [backup | chaos | database | digest | fleet | hidden | judging | likes | load | look | search-size | sizes | soak | slow | uploads | visitors | writes | plans | report …] [--logos 400000] [--processes 1] [--quick]
  costs: --compare 500 searches with brute force (seconds each, where logos are millions)
  load: --rate, to take for the rated one; --role web, without the work in the background; --fleet, behind a fleet
  soak: --minutes 60 --rate 15
  slow: --clients 400 --rate 40 --seconds 60    chaos: --rate 75 --only 'a part of a fault’s name'
  fleet: --kills 10 --asynchronous    digest: --members 20000    uploads: --seconds 60 --compare 500`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    logos: { type: 'string', default: '400000' },
    members: { type: 'string', default: '20000' },
    processes: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string' },
    only: { type: 'string' },
    clients: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '60' },
    compare: { type: 'string', default: '500' },
    kills: { type: 'string', default: '10' },
    asynchronous: { type: 'boolean', default: false },
    role: { type: 'string', default: 'all' },
    fleet: { type: 'boolean', default: false },
  },
})
const fleetNeeds = 'As root, with the programs that docs/operations.md names for a fleet.'
const parts = positionals.length ? positionals : ['cost']
const { quick } = values
const logos = wholeNumber('logos', values.logos)
const keep: typeof keepResult = quick ? async () => {} : keepResult
const benchmarks = [
  'cost',
  'database',
  'hidden',
  'judging',
  'likes',
  'load',
  'look',
  'soak',
  'slow',
  'visitors',
  'writes',
  'plans',
  'report',
  'chaos',
  'backup',
  'fleet',
  'digest',
  'uploads',
  'search-size',
  'sizes',
]
for (const what of parts) if (!benchmarks.includes(what)) refuse(`There is no '${what}'.`)
const isDouble = values.processes === '2'
if (!isDouble && values.processes !== '1') refuse('--processes: one, or two behind nginx.')
for (const what of parts) {
  if (isDouble && ['database', 'hidden', 'writes', 'soak', 'plans'].includes(what))
    refuse(`For ${what} there is one process.`)
  if (!isDouble && what === 'visitors') refuse('visitors: the cache is that of nginx, before two processes.')
}
if (isDouble && !canRunProxy) refuse('nginx and openssl have to be installed.')
const { role } = values
if (role !== 'all' && role !== 'web') refuse('--role: all or web.')
if (role === 'web' && (isDouble || parts.join() !== 'load')) refuse('--role web: for load by one process.')
if (values.fleet) {
  if (isDouble || role === 'web' || parts.join() !== 'load') refuse('--fleet: for load.')
  if (!canRunFleet) refuse(fleetNeeds)
}
const say = (line: string) => process.stdout.write(`${line}\n`)

const onGallery = parts.filter(
  what =>
    ![
      'backup',
      'judging',
      'likes',
      'report',
      'chaos',
      'digest',
      'fleet',
      'look',
      'search-size',
      'sizes',
      'uploads',
    ].includes(what),
)
if (parts.includes('judging')) await benchJudging({ quick, say })
if (parts.includes('look')) {
  const colors = await benchColors({ logos, queries: quick ? 5 : 100, say })
  await keep(logos, 'look', { ...(await benchSimilar({ queries: quick ? 20 : 200, logos, say })), colors })
}
if (parts.includes('digest'))
  await measureDigest({ members: quick ? 1000 : wholeNumber('members', values.members), say })
if (parts.includes('uploads'))
  await measureUploads({
    logos,
    seconds: quick ? 3 : wholeNumber('seconds', values.seconds),
    compare: quick ? 20 : wholeNumber('compare', values.compare),
    quick,
    say,
  })
if (parts.includes('search-size'))
  await keep(logos, 'searchSize', await measureSearchSize({ logos, quick, say }))
if (parts.includes('sizes')) await keep(logos, 'sizes', await measureSizes(logos))
if (parts.includes('fleet')) {
  if (!canRunFleet) refuse(fleetNeeds)
  await buildWeb()
  const isSynchronous = !values.asynchronous
  const result = await measureFleet({ kills: wholeNumber('kills', values.kills), isSynchronous, say })
  await keep(logosOfFleet, isSynchronous ? 'failover' : 'failoverAsynchronous', result)
}
if (parts.includes('likes')) {
  if (!canRunValkey) refuse('Valkey or Redis has to be installed.')
  const seconds = quick ? 2 : 8
  await keep(logosOfFleet, 'likes', await measureLikes({ seconds, delayMs: 2, say }))
}
if (parts.includes('chaos')) {
  await buildWeb()
  const before = (await readResults()).find(each => each.logos === logos)?.chaos
  // Some faults alone replace their own rows of a table at the same rate.
  const rate = values.rate === undefined ? values.only && before?.rate : wholeNumber('rate', values.rate)
  const chaos = await measureChaos({ logos, rate: rate || undefined, quick, only: values.only, say })
  if (!values.only) await keep(logos, 'chaos', chaos)
  else if (before?.rate === chaos.rate) await keep(logos, 'chaos', withRows(before, chaos))
}
if (parts.includes('backup')) await keep(logos, 'backup', await measureBackup({ logos, quick, say }))
if (onGallery.length) {
  await buildWeb()
  const system = values.fleet
    ? await startFleetUnderTest(logos, say)
    : await startSystemUnderTest(logos, { isDouble, role, say })
  for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const])
    process.on(signal, () => void system.stop().finally(() => process.exit(code)))
  try {
    await measure(system)
  } finally {
    await system.stop()
  }
}
if (!quick && parts.some(what => what !== 'judging' && what !== 'digest')) await writeReport()

async function measure(system: SystemUnderTest | FleetUnderTest) {
  const { origin, db } = system
  // Each session has its own address, as real members do. The first three follow 10, 500 and 5,000 others.
  const members = []
  // As many members as the smallest gallery has: likes per hour are limited for each.
  for (let id = 1; id <= (quick ? 12 : 60); id++) members.push(await signIn(origin, id))
  const gallery: Gallery = { db, members, visitor: await visit(origin, '10.9.9.9'), logos }
  for (const what of onGallery)
    if ('bare' in system) await measurePart(what, system, gallery)
    else await measureMixture('fleetLoad', system, gallery)
}

async function measurePart(what: string, system: SystemUnderTest, gallery: Gallery) {
  const { origin, db } = system
  const { members } = gallery
  if (what === 'database')
    return keep(logos, 'database', await measureDatabase(system, gallery, { quick, say }))
  if (what === 'hidden') return keep(logos, 'hidden', await measureHidden(system, gallery, { quick, say }))
  if (what === 'plans') return writePlans(system.url, gallery, { quick, say })
  if (what === 'cost' && isDouble)
    await keep(logos, 'cluster', await measureCluster(system, gallery, { quick, say }))
  if ((what === 'cost' && isDouble) || what === 'visitors')
    return keep(logos, 'visitors', await measureVisitors(system, gallery, { quick, say }))
  if (what === 'writes') return keep(logos, 'writes', await measureWrites(system, gallery, { quick, say }))
  if (what === 'cost') {
    await keep(logos, 'cost', await measureCost(system, gallery, { quick, say }))
    say('Comparing with brute force …')
    const { differing, ...counts } = await compareWithBruteForce(db, {
      queries: quick ? 10 : wholeNumber('compare', values.compare),
      seed: logos,
    })
    say(`${counts.compared} compared, ${differing.length} differ`)
    await keep(logos, 'bruteForce', { ...counts, differing: differing.map(d => JSON.stringify(d.what)) })
    return
  }

  if (what === 'load')
    return measureMixture(isDouble ? 'clusterLoad' : role === 'web' ? 'webLoad' : 'load', system, gallery)
  const traffic = await mixTraffic(gallery, origin)
  try {
    const rate = givenRate()
    if (what === 'soak')
      await keep(
        logos,
        'soak',
        await measureSoak(system, traffic, {
          minutes: Number(values.minutes),
          rate: rate ?? 15,
          say,
        }),
      )
    else if (what === 'slow')
      await keep(
        logos,
        isDouble ? 'clusterSlow' : 'slow',
        await measureSlow(origin, members, traffic.next, {
          clients: wholeNumber('clients', values.clients),
          rate: rate ?? 40,
          seconds: wholeNumber('seconds', values.seconds),
          say,
        }),
      )
  } finally {
    await traffic.tidy()
  }
}

async function measureMixture(
  part: 'load' | 'webLoad' | 'clusterLoad' | 'fleetLoad',
  system: Pick<SystemUnderTest, 'origin' | 'processes'>,
  gallery: Gallery,
) {
  const traffic = await mixTraffic(gallery, system.origin)
  try {
    await keep(logos, part, await measureLoad(system, traffic.next, { rate: givenRate(), quick, say }))
  } finally {
    await traffic.tidy()
  }
}

function givenRate() {
  return values.rate === undefined ? undefined : wholeNumber('rate', values.rate)
}

function wholeNumber(name: string, text: string) {
  return /^[1-9]\d*$/.test(text) ? Number(text) : refuse(`--${name}: a whole number.`)
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n${usage}\n`)
  process.exit(2)
}
