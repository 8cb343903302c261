import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawChart } from './chart.ts'
import { lookLines } from './look/report.ts'
import {
  type BackupResult,
  type BruteForceResult,
  type ChaosResult,
  type ClusterResult,
  type ClusterRow,
  type CostResult,
  type CostRow,
  type DatabaseRow,
  type FailoverResult,
  type HiddenResult,
  type LikesResult,
  type LoadResult,
  type Results,
  readResults,
  type SearchSizeResult,
  type SlowResult,
  type SoakResult,
  type UploadsResult,
  type VisitorRow,
  type VisitorsResult,
  type WritesResult,
} from './results.ts'
import { trendOf } from './soak.ts'
import { postgresSettings } from './system-under-test.ts'
import { describeTraffic } from './traffic.ts'

// Writes bench/RESULTS.md and its chart from all results that were kept: ratios first, and goals where there are any.

/** The goal of Fresh over HTTP, as a multiple of the bare server's CPU time. */
const freshRatioGoal = 3
const uploadGoalMs = 1000
const recoveryGoalMs = 5000
/** The most of the database that the items of feeds may take. */
const activityShareGoal = 0.15
/** Requests a second of the mixture at 400,000 logos, by role. */
const ratedGoal = { all: 500, web: 600 }

export async function writeReport() {
  const results = await readResults()
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), reportOf(results))
  const lines = chartLines(results)
  if (lines.length) await writeFile(join(import.meta.dirname, 'cost.svg'), drawChart(lines))
  const searchSize = results.findLast(r => r.searchSize)?.searchSize
  if (searchSize)
    await writeFile(
      join(import.meta.dirname, 'search-size.svg'),
      drawChart(searchSizeLines(searchSize), 'What searches on synthetic bitmaps need'),
    )
}

/** One line of progress during a measurement. */
export function describeRow({ name, one, cpuUs, queryOnly }: CostRow) {
  const database = queryOnly ? `, the database alone p95 ${ms(queryOnly.p95)} ms` : ''
  return `${name}: p95 ${ms(one.p95)} ms, CPU ${whole(cpuUs.server)} µs${database}`
}

export function describeClusterRow({ name, singleProcess, behind }: ClusterRow) {
  const one = `one ${whole(singleProcess.perSecond)}/s, CPU ${whole(singleProcess.serverUs)} µs`
  const two = `two ${whole(behind.perSecond)}/s, CPU ${whole(behind.serverUs)} µs`
  return `${name}: ${one}; ${two}, nginx ${whole(behind.nginxUs)} µs`
}

const wholeUs = (way: VisitorRow['cached']) => way.serverUs + way.nginxUs + way.postgresUs

export function describeVisitorRow({ name, cached, past }: VisitorRow) {
  return `${name}, visitors: cached ${whole(cached.perSecond)}/s, CPU ${whole(wholeUs(cached))} µs; past the cache ${whole(past.perSecond)}/s, CPU ${whole(wholeUs(past))} µs`
}

export function reportOf(results: Results[]): string {
  return `# What it costs

Made by \`npm run bench\` from \`bench/results\`. The program runs as in production, in a process of its own, on PostgreSQL
with ${Object.entries(postgresSettings)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}; members sign in and ask over HTTP. Machines differ and are
shared: the ratios are the result. CPU is that of the server's process and of PostgreSQL's, by \`/proc\`; who asks is
not counted. The bare server is \`node:http\` alone, sending the same bytes in the same run, in turn. "The database
alone" is the feature's own queries at one client, from call to rows (of a misspelt word, its correction). Each thing is asked for in up to 200 different
ways, by different members. The mixture of traffic is ${describeTraffic()}.

${chartLines(results).length ? '![The database’s time by size of the gallery](cost.svg)\n\n' : ''}${results.map(section).join('\n')}`
}

function section(r: Results) {
  const parts = [
    r.cost
      ? `${made(r.cost)}\n\n${goalsOf(r)}\n\n${aloneTable(r.cost.rows, r.logos)}\n\n${httpTable(r.cost)}`
      : r.database && `${made(r.database)} ${databaseGoals(r)}\n\n${aloneTable(r.database.rows, r.logos)}`,
    r.bruteForce && bruteForceLines(r.bruteForce, made(r.bruteForce)),
    r.hidden && hiddenTable(r.hidden, r.logos, made(r.hidden)),
    r.load && `### Under load\n\n${loadLines(r.load, made(r.load))}`,
    r.webLoad &&
      `### Under load, without the work in the background\n\n${loadLines(r.webLoad, made(r.webLoad))}`,
    r.fleetLoad &&
      `### Under load, behind a fleet\n\n${fleetLoadWords}\n\n${loadLines(r.fleetLoad, made(r.fleetLoad))}`,
    r.soak && soakLines(r.soak, made(r.soak)),
    r.slow && slowLines(r.slow, made(r.slow)),
    r.writes && writesTable(r.writes, made(r.writes)),
    r.uploads && uploadsTable(r.uploads, made(r.uploads)),
    r.chaos && chaosTable(r.chaos, made(r.chaos)),
    failoverTable(r),
    r.likes && likesTable(r.likes, made(r.likes)),
    r.backup && backupTable(r.backup, made(r.backup)),
    r.searchSize && searchSizeTable(r.searchSize, made(r.searchSize)),
    r.look && lookLines(r.look, made(r.look)),
    ...clusterParts(r),
  ]
  return `## ${count(r.logos)} logos\n\n${parts.filter(Boolean).join('\n\n')}\n`
}

const made = (part: { on: string; machine: string; node: string }) =>
  `${part.on}, ${part.machine}, Node ${part.node}.`

// Goals --------------------------------------------------------------------------------------------------------

/** The goal of a row in a gallery of that size. */
const goalOf = (row: DatabaseRow, logos: number) => row.goal?.[logos > 400_000 ? 1 : 0]

type Judged = { what: string; is: string; goal: string; met: boolean }

/** All goals except those of the tables' rows, which show their own. */
function judge(r: Results): Judged[] {
  const judged: Judged[] = []
  for (const [name, who] of [
    ['Fresh, page 1, visitors', 'a crowd of visitors'],
    ['Fresh, page 1', 'a crowd of members'],
  ]) {
    const ratio = r.cost && ratioOf(r.cost.rows.find(row => row.name === name))
    if (ratio)
      judged.push({
        what: `Fresh over HTTP for ${who}: the server’s CPU ÷ the bare server’s`,
        is: ratio.toFixed(1),
        goal: `≤ ${freshRatioGoal}`,
        met: ratio <= freshRatioGoal,
      })
  }
  if (r.cost)
    judged.push({
      what: 'An upload is found by a search after (p99)',
      is: `${ms(r.cost.uploadVisibleMs.p99)} ms`,
      goal: `≤ ${uploadGoalMs} ms`,
      met: r.cost.uploadVisibleMs.p99 <= uploadGoalMs,
    })
  if (r.bruteForce)
    judged.push({
      what: 'Random searches and feeds that differ from brute force',
      is: `${r.bruteForce.differing.length} of ${count(r.bruteForce.compared)}`,
      goal: '0',
      met: r.bruteForce.differing.length === 0,
    })
  for (const [load, who, goal] of [
    [r.load, 'one process', ratedGoal.all],
    [r.webLoad, 'one process without the work in the background', ratedGoal.web],
    [
      r.load && r.fleetLoad,
      'behind a fleet on the same machine',
      Math.round(0.9 * (r.load?.rated.rate ?? 0)),
    ],
  ] as const)
    if (load && r.logos === 400_000)
      judged.push({
        what: `The mixture with p99 ≤ ${load.limitMs} ms and no failure, ${who}`,
        is: `${load.rated.rate}/s`,
        goal: `≥ ${goal}/s`,
        met: load.rated.holds && load.rated.rate >= goal,
      })
  if (r.load)
    judged.push({
      what: 'After three times the rated rate, all is well again after',
      is: r.load.recovery.ms === null ? 'not while watched' : `${(r.load.recovery.ms / 1000).toFixed(0)} s`,
      goal: `≤ ${recoveryGoalMs / 1000} s`,
      met: r.load.recovery.ms !== null && r.load.recovery.ms <= recoveryGoalMs,
    })
  if (r.sizes) {
    const share = r.sizes.activityBytes / r.sizes.databaseBytes
    judged.push({
      what: `Of the database (${megabytes(r.sizes.databaseBytes)}) the ${count(r.sizes.activityItems)} items of feeds take`,
      is: percent(share),
      goal: `≤ ${percent(activityShareGoal)}`,
      met: share <= activityShareGoal,
    })
  }
  return judged
}

function goalsOf(r: Results) {
  const lines = judge(r).map(j => `| ${j.what} | ${j.is} | ${j.goal} | ${verdict(j.met)} |`)
  return `${databaseGoals(r)}\n\n| | is | goal | |\n|---|---:|---:|---|\n${lines.join('\n')}`
}

const databaseRows = ({ cost, database }: Results): DatabaseRow[] => (cost ?? database)?.rows ?? []

function databaseGoals(r: Results) {
  const rows = databaseRows(r).filter(row => row.queryOnly && row.goal)
  const missed = rows.filter(row => row.queryOnly!.p95 > goalOf(row, r.logos)!)
  return (
    `Of ${rows.length} goals for the database ${rows.length - missed.length} are met` +
    `${missed.length ? `; not met: ${missed.map(row => row.name).join('; ')}` : ''}.`
  )
}

const verdict = (met: boolean) => (met ? 'met' : '**not met**')

// Tables -------------------------------------------------------------------------------------------------------

function aloneTable(rows: DatabaseRow[], logos: number) {
  const lines = rows.flatMap(row => {
    if (!row.queryOnly) return []
    const { p50, p95, p99, cpuUs } = row.queryOnly
    const goal = goalOf(row, logos)
    const judged = goal
      ? `${(p95 / goal).toFixed(2)} | ${ms(p95)} | ${goal} | ${verdict(p95 <= goal)}`
      : ` | ${ms(p95)} | | `
    return [`| ${row.name} | ${judged} | ${ms(p50)} | ${ms(p99)} | ${whole(cpuUs)} |`]
  })
  return `| The database alone, one client | p95 ÷ goal | p95 ms | goal ms | | p50 ms | p99 ms | its CPU µs |
|---|---:|---:|---:|---|---:|---:|---:|
${lines.join('\n')}`
}

const ratioOf = (row: CostRow | undefined) =>
  row?.cpuUs.bare ? row.cpuUs.server / row.cpuUs.bare : undefined

function httpTable({ rows, crowdSize }: CostResult) {
  const refused = rows.some(row => row.crowd.refused > 0)
  const lines = rows.map(row => {
    const { one, crowd, cpuUs, bytes } = row
    const figures = [
      ratioOf(row)?.toFixed(1) ?? '',
      whole(cpuUs.server),
      whole(cpuUs.postgres),
      ms(one.p50),
      ms(one.p95),
      ms(one.p99),
      whole(crowd.perSecond),
      ms(crowd.p99),
      ...(refused ? [percent(crowd.refused)] : []),
      whole(bytes),
    ]
    return `| ${row.name} | ${figures.join(' | ')} |`
  })
  return `| Over HTTP | CPU ÷ bare | server’s CPU µs | PostgreSQL’s CPU µs | p50 ms, 1 client | p95 | p99 | requests/s, ${crowdSize} clients | p99 ms |${refused ? ' answered 503 |' : ''} bytes |
|---|${'---:|'.repeat(refused ? 10 : 9)}
${lines.join('\n')}`
}

const bruteForceLines = (
  { compared, found, differing }: BruteForceResult,
  by: string,
) => `### Beside brute force

${by} ${count(compared)} random searches and feeds (${count(found)} with anything to show), totals and pages, against plain SQL without index tricks:
${differing.length ? `**${differing.length} differ**: ${differing.slice(0, 5).join('; ')}` : 'none differs'}.`

function hiddenTable({ hidden, rows, bruteForce }: HiddenResult, logos: number, by: string) {
  const lines = rows.map(row => {
    const { p95 } = row.queryOnly!
    const goal = goalOf(row, logos)
    const judged = goal ? `${goal} | ${verdict(p95 <= goal)}` : ' | '
    return `| ${row.name} | ${(p95 / row.before.p95).toFixed(2)} | ${ms(row.before.p95)} | ${ms(p95)} | ${judged} |`
  })
  const { compared, differing } = bruteForce
  return `### With ${count(hidden)} hidden logos

${by} The database alone, one client, before and after. Of ${count(compared)} random searches and feeds beside brute force ${differing.length ? `**${differing.length} differ**` : 'none differs'}.

| | p95 with ÷ without | p95 ms without | p95 ms with | goal ms | |
|---|---:|---:|---:|---:|---|
${lines.join('\n')}`
}

const fleetLoadWords =
  'A process of the web and a worker (its session with the lowest priority), PgBouncer, HAProxy, Valkey, and PostgreSQL with two replicas under Patroni, all on the same two cores. The goal is nine tenths of what one process holds without them.'

function loadLines({ limitMs, rated, overload, recovery, tried }: LoadResult, by: string) {
  const { readiness } = overload
  const rest = [
    [overload.shedInSilence, 'with 503 that does not say when'],
    [overload.failed, 'with another failure'],
    [overload.unanswered, 'not at all within 10 s'],
  ] as const
  const others = rest.filter(([share]) => share > 0).map(([share, how]) => `${percent(share)} ${how}`)
  return `${by} Requests come at a constant rate, without waiting for those before; times are taken from when each was to
be sent.

| | rate/s | answered | 503 with Retry-After | p50 ms | p99 ms |
|---|---:|---:|---:|---:|---:|
| ${rated.holds ? `rated: the highest with p99 ≤ ${limitMs} ms and no failure` : '**not held**: a rate that was given'}, shown for ${rated.seconds} s | ${rated.rate} | ${rated.holds ? '100 % | 0 %' : ' | '} | ${ms(rated.latency.p50)} | ${ms(rated.latency.p99)} |
| three times that, for ${overload.seconds} s | ${overload.rate} | ${percent(overload.answered)} | ${percent(overload.shed)} | ${ms(overload.latency.p50)} | ${ms(overload.latency.p99)} |

Of the requests at three times the rate ${others.length ? `${others.join(', ')}` : 'every one was answered, or told when to come back'}${overload.shed ? `; being refused took ${ms(overload.shedLatency.p99)} ms (p99)` : ''}.
Readiness was asked ${readiness.checks} times meanwhile: ${percent(readiness.ready)} said yes, the slowest after
${ms(readiness.latency.most)} ms. Then ${recovery.rate}/s: ${
    recovery.ms === null
      ? `not well again within the ${recovery.watchedMs / 1000} s that were watched`
      : `after ${recovery.ms / 1000} s began five in which any three together had p99 ≤ ${limitMs} ms and no failure`
  }.
Of all spans of three seconds in the ${recovery.watchedMs / 1000} s after the rush ${percent(recovery.unwell)} were not so, of those in ${recovery.watchedMs / 1000} s at that
rate before it ${percent(recovery.unwellBefore)}.

Tried on the way: ${tried.map(t => `${t.rate}/s ${t.holds ? 'held' : 'did not'}`).join(', ')}.`
}

function soakLines(soak: SoakResult, by: string) {
  const line = (what: string, which: 'rss' | 'heap') => {
    const { mean, perHour, isFlat } = trendOf(soak.samples, which)
    const [first, last] = [soak.samples[0]![which], soak.samples.at(-1)![which]]
    const figures = [first, last, mean, perHour].map(bytes => (bytes / 1e6).toFixed(1))
    return `| ${what} | ${figures.join(' | ')} | ${isFlat ? 'flat' : '**grows**'} |`
  }
  return `### For a long time

${by} The mixture of traffic at ${soak.rate}/s for ${soak.minutes} minutes: ${count(soak.requests)} requests, ${soak.failed} failed, p99 ${ms(soak.latency.p99)} ms
(twice a minute a whole collection is forced, to see what lives). Growth is the line through the last three quarters;
flat is less than a twentieth an hour.

| MB | at first | at last | mean | growth an hour | |
|---|---:|---:|---:|---:|---|
${line('resident', 'rss')}
${line('living on the heap', 'heap')}`
}

const slowLines = (slow: SlowResult, by: string) => `### Beside slow clients

${by} ${slow.clients} clients that send or read as slowly as they can, and come back as soon as they are cut off, beside the
mixture of traffic at ${slow.rate}/s for ${slow.seconds} s.

| normal traffic | p50 ms | p99 ms | failed |
|---|---:|---:|---:|
| without them | ${ms(slow.without.latency.p50)} | ${ms(slow.without.latency.p99)} | ${slow.without.failed} |
| beside them | ${ms(slow.beside.latency.p50)} | ${ms(slow.beside.latency.p99)} | ${slow.beside.failed} |

| slow clients | came | cut off by the server | held p50 s | longest s |
|---|---:|---:|---:|---:|
${slow.kinds.map(k => `| ${k.name} | ${k.opened} | ${k.closedByServer} | ${seconds(k.heldMs.p50)} | ${seconds(k.heldMs.most)} |`).join('\n')}`

const chaosTable = ({ rate, rated, rows, restart }: ChaosResult, by: string) => `### Faults

${by} Two processes behind nginx, a primary and a replica, an S3 store and a mail server on this machine; the mixture of traffic at ${rate}/s, and
four clients that write comments beside it. ${
  rated
    ? `It is half of the highest rate that all of them together, and their clients, served on this machine: ${rated.rate}/s, with nothing failed and a
99th percentile of ${rated.limitMs} ms at most (${rated.seconds} s a step, just before the faults).`
    : 'The rate is set by hand, and is not half of a measured one.'
} Told to come back: 503 with Retry-After. Well: from the end of the fault to the last request
that was not answered (goal 5 s); lost or twice: of the acknowledged comments (goal 0).

| fault | requests | failed | told to come back | p99 ms | comments | lost | twice | well after s |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.map(r => `| ${r.name} | ${r.requests} | ${r.failed} | ${r.refused} | ${ms(r.p99)} | ${r.acknowledged} | ${r.lost} | ${r.twice} | ${seconds(r.wellAfterMs)} |`).join('\n')}${
  restart
    ? `\n\nA rolling restart of both processes under the same load: ${restart.failed} of ${count(restart.requests)} requests failed, ${restart.refused} were told to come back.`
    : ''
}`

const shareOf = ({ answered, all }: { answered: number; all: number }) =>
  all ? `${percent(answered / all)} of ${count(all)}` : '–'

export const describeFailover = (r: FailoverResult) =>
  `of ${r.acknowledged} acknowledged writes ${r.lost} lost, ${r.twice} twice, ${r.miscounted} logos counted wrongly; ${r.stale} of ${r.checked} ` +
  `checked reads stale, ${r.unchecked} not answered; reads between kill and promotion: members ${shareOf(r.readsOfOutage.member)}, ` +
  `visitors ${shareOf(r.readsOfOutage.visitor)}; no write for ${seconds(r.pause.most)} s at most, ${seconds(r.pause.p50)} s in the median; ` +
  `${whole(r.perSecond)} writes/s`

function failoverTable({ failover, failoverAsynchronous }: Results) {
  const lines = [
    ['with a synchronous standby', failover] as const,
    ['without one', failoverAsynchronous] as const,
  ].flatMap(([name, r]) => {
    if (!r) return []
    const figures = [
      ...[r.kills, r.acknowledged, r.lost, r.twice, r.miscounted].map(count),
      `${count(r.stale)} of ${count(r.checked)}`,
      count(r.unchecked),
      ...[r.readsOfOutage.member, r.readsOfOutage.visitor].map(shareOf),
      seconds(r.pause.most),
      seconds(r.pause.p50),
      whole(r.perSecond),
    ]
    return [`| ${name}: ${made(r)} | ${figures.join(' | ')} |`]
  })
  return (
    lines.length &&
    `### Failover

The fleet of \`deploy/fleet\` on one machine (fsync is off), with a gallery of its own and one process of the web. Sixteen members like logos and
write comments, each with a text of its own, and read one in five of these writes back; the primary's PostgreSQL and its processes are killed with
SIGKILL after each 5,000 writes, during half of which one of the replicas does not replay its log, and after a cut of 0, 0.7 or 3 s in turn (without a
synchronous standby 0, 0.1 or 0.3 s: Patroni lets no replica take over that lacks more than 1 MB), in which the replicas receive nothing. A member who writes nothing and a visitor read beside them. Lost: acknowledged and without a row; twice: comments with several rows (goals 0). Stale: read back without one's own write (goal 0). Writes/s leave the
pauses out.

| | kills | acknowledged writes | lost | twice | logos counted wrongly | stale of checked reads | checks without an answer | reads answered between kill and promotion: members | visitors | s without a write, the cut included: most | median | writes/s |
|---|${'---:|'.repeat(12)}
${lines.join('\n')}`
  )
}

/** Likes at one application with Valkey, as a multiple of those apart and without it, by the largest crowd. */
const likesGoal = 4

function likesTable({ delayMs, commitMs, rows }: LikesResult, by: string) {
  const lines = rows.map(({ members, apart, apartWithValkey, together, togetherWithValkey }) => {
    const figures = [apart, apartWithValkey, together, togetherWithValkey].map(whole)
    return `| ${members} | ${figures.join(' | ')} | ${(togetherWithValkey / apart).toFixed(1)} |`
  })
  const [most] = rows.toSorted((a, b) => b.members - a.members)
  return `### Likes behind a synchronous standby

${by} Members like one logo after the other, each other logos. The standby answers ${delayMs} ms late, so that a small transaction takes ${commitMs.toFixed(1)} ms. Apart: each
member at an application of its own, with its own pool, so that each like has its own statement and commit. Together: all at one application, which gathers
concurrent likes into batches. Goal of ${most!.members} members together with Valkey: ≥ ${likesGoal} times those apart without it (${verdict(most!.togetherWithValkey >= likesGoal * most!.apart)}).

| members | likes/s: apart | with Valkey | together | with Valkey | last ÷ first |
|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}`
}

function searchSizeTable({ galleries, rows }: SearchSizeResult, by: string) {
  const heads = galleries.map(g => `${count(g.logos)}${g.isSynthetic ? '' : ', the gallery'}`)
  const lines = rows.map(({ name, figures }) => {
    const cells = figures.map(({ p50, p95, cpuUs }) => `${ms(p50)} / ${ms(p95)} / ${ms(cpuUs / 1000)}`)
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const isCompared = galleries.some(g => !g.isSynthetic)
  return `### Search by size, on synthetic bitmaps

${by} The bitmaps hold random bits, as many as the same words have in the gallery of 400,000 logos; nothing else is there that a search does not
read. So this is what finding the ids of a page and the exact total costs, without the rows that are shown, at one client; all sizes in the same
run, in turn. Page 50 is empty where a word has fewer than 1,470 logos: in the smallest gallery always, at 40,000 often. p50 / p95 /
PostgreSQL's CPU, in ms.${isCompared ? ' The last column has the same searches in the gallery itself.' : ''}

![What searches on synthetic bitmaps need, by size of the gallery](search-size.svg)

| logos | ${heads.join(' | ')} |
|---|${'---:|'.repeat(heads.length)}
${lines.join('\n')}`
}

const restoreGoalMs = 300_000
const lostGoalMs = 60_000
const megabytes = (bytes: number) => `${count(Math.round(bytes / 1e6))} MB`

const backupTable = (r: BackupResult, by: string) => `### Backup and restore

${by} The embedded PostgreSQL and folders on one disk. A backup ends with its proof, which is a restore into a scratch database; what is
lost (RPO) is the age of the oldest commit that is in no backup or archive, at its largest.

| | | goal |
|---|---:|---:|
| database with indexes, and as parts of the backup | ${megabytes(r.databaseBytes)}, ${megabytes(r.partBytes)} | |
| first backup | ${seconds(r.firstMs)} s | |
| second backup, without a change | ${r.secondMs === null ? '–' : `${seconds(r.secondMs)} s`} | |
| restore into an empty database (RTO) | ${seconds(r.restoreMs)} s | ≤ ${restoreGoalMs / 1000} s, ${r.restoreMs <= restoreGoalMs ? 'met' : '**not met**'} |
| lost with the scheduled job (RPO) | \`BACKUP_EVERY\` and the time of a backup | |
| lost with archiving (RPO)${r.archiving ? `, archive_timeout ${r.archiving.timeoutMs / 1000} s` : ''} | ${r.archiving ? `${seconds(r.archiving.lostMs)} s` : '–'} | ≤ ${lostGoalMs / 1000} s${r.archiving ? `, ${r.archiving.lostMs <= lostGoalMs ? 'met' : '**not met**'}` : ''} |`

// Two processes behind nginx -------------------------------------------------------------------------------------

function clusterParts(r: Results) {
  const { cluster, clusterLoad, clusterSlow } = r
  const parts = [
    cluster && clusterTable(cluster, made(cluster)),
    r.visitors && visitorsTable(r.visitors, made(r.visitors)),
    clusterLoad && clusterLoadTable(r.load, clusterLoad, made(clusterLoad)),
    clusterSlow && clusterSlowTable(r.slow, clusterSlow, made(clusterSlow)),
  ].filter(part => part !== undefined)
  return parts.length
    ? [
        `### Two processes behind nginx

\`deploy/nginx.conf\` before both, on the same machine; without TLS, which would cost who asks as much as nginx.`,
        ...parts,
      ]
    : []
}

function clusterTable({ rows, crowdSize }: ClusterResult, by: string) {
  const lines = rows.map(({ name, singleProcess, behind }) => {
    const figures = [
      whole(singleProcess.perSecond),
      whole(behind.perSecond),
      ms(singleProcess.p99),
      ms(behind.p99),
      whole(singleProcess.serverUs),
      whole(behind.serverUs),
      whole(behind.nginxUs),
      behind.bareUs ? (behind.serverUs / behind.bareUs).toFixed(1) : '',
    ]
    return `| ${name} | ${figures.join(' | ')} |`
  })
  const refused = rows
    .filter(row => row.behind.refused > 0 || row.singleProcess.refused > 0)
    .map(row => row.name)
  return `${by} ${crowdSize} clients ask one of the processes alone, then both through nginx, in turn. The server's CPU is that of both
together. The bare server, too, is behind such an nginx.${refused.length ? ` Some were answered 503: ${refused.join(', ')}.` : ''}

| Over HTTP | requests/s: one | two | p99 ms: one | two | server’s CPU µs: one | two | nginx’s | two ÷ bare |
|---|${'---:|'.repeat(8)}
${lines.join('\n')}`
}

/** For the rows of uploads. */
const uploadRowGoals = { perSecond: 60, walKiB: 64 }
/** Of an upload, in ms of the server's CPU. */
const uploadGoals = { toAnswer: 90, inAll: 200 }

function writesTable({ upload, crowd }: WritesResult, by: string) {
  const { toAnswer, inAll } = uploadGoals
  return `### Writes

${by} ${upload.count} uploads, one at a time: the server's CPU until the answer, and until the job has made the other
derivatives (without what it uses when idle). Then likes and comments of many members, as fast as ${crowd.clients} clients get their answers.

| | is | goal | |
|---|---:|---:|---|
| An upload: CPU until its answer | ${ms(upload.toAnswerMs)} ms | ≤ ${toAnswer} ms | ${verdict(upload.toAnswerMs <= toAnswer)} |
| An upload: CPU in all | ${ms(upload.inAllMs)} ms | ≤ ${inAll} ms | ${verdict(upload.inAllMs <= inAll)} |
| The first as a part of the second | ${(upload.toAnswerMs / upload.inAllMs).toFixed(2)} | | |
| An upload: until its answer, p50 and p95 | ${ms(upload.latency.p50)} and ${ms(upload.latency.p95)} ms | | |
| Of ${count(crowd.requests)} likes and comments refused (503) | ${crowd.refused} | 0 | ${verdict(crowd.refused === 0)} |
| Likes and comments | ${whole(crowd.perSecond)}/s, p99 ${ms(crowd.latency.p99)} ms | | |`
}

function uploadsTable({ rows, compared, differing }: UploadsResult, by: string) {
  const { perSecond, walKiB } = uploadRowGoals
  const lines = rows.map(
    row =>
      `| ${row.writers} | ${row.perSecond.toFixed(1)} | ${ms(row.latency.p50)} | ${ms(row.latency.p99)} | ${row.walKiB.toFixed(1)} |`,
  )
  const [most] = rows.toSorted((a, b) => b.writers - a.writers)
  return `### Rows of uploads

${by} Everything that an upload writes into the database, without its picture. WAL is counted until counts and bits are merged. Goals for
${most!.writers} writers: ≥ ${perSecond} rows a second (${verdict(most!.perSecond >= perSecond)}), ≤ ${walKiB} KiB of WAL each (${verdict(most!.walKiB <= walKiB)}). While they wrote, ${differing} of ${count(compared)} answers
differed from brute force.

| writers | rows a second | p50 ms | p99 ms | KiB of WAL each |
|---:|---:|---:|---:|---:|
${lines.join('\n')}`
}

function visitorsTable({ rows, crowdSize }: VisitorsResult, by: string) {
  const lines = rows.map(({ name, cached, past }) => {
    const figures = [
      whole(cached.perSecond),
      whole(past.perSecond),
      ms(cached.p99),
      ms(past.p99),
      ...[cached, past].flatMap(way => [
        whole(wholeUs(way)),
        whole(way.nginxUs),
        whole(way.serverUs),
        whole(way.postgresUs),
      ]),
    ]
    return `| ${name} | ${figures.join(' | ')} |`
  })
  return `${by} ${crowdSize} visitors send the same request through nginx's cache of one second, and bypassing it, in turn.

| Visitors, compressed | requests/s: cached | past | p99 ms: cached | past | CPU µs in all: cached | nginx | server | PostgreSQL | past: in all | nginx | server | PostgreSQL |
|---|${'---:|'.repeat(12)}
${lines.join('\n')}`
}

/** One process (where measured) beside two. */
const pairs = <T>(one: T | undefined, two: T, lines: (readonly [string, (of: T) => string])[]) =>
  lines.map(([what, say]) => `| ${what} | ${one ? say(one) : ''} | ${say(two)} |`).join('\n')

const clusterLoadTable = (one: LoadResult | undefined, two: LoadResult, by: string) =>
  `${by} Under load, as above.

| The mixture of traffic | one | two |
|---|---:|---:|
${pairs(one, two, [
  [
    `requests/s with p99 ≤ ${two.limitMs} ms and no failure`,
    ({ rated }) => (rated.holds ? `${rated.rate}` : '–'),
  ],
  ['of three times as much: answered', ({ overload }) => percent(overload.answered)],
  ['told when to come back', ({ overload }) => percent(overload.shed)],
  ['neither', ({ overload }) => percent(overload.shedInSilence + overload.failed + overload.unanswered)],
  ['being refused took, p99 ms', ({ overload }) => ms(overload.shedLatency.p99)],
  ['ready meanwhile', ({ overload }) => percent(overload.readiness.ready)],
  [
    'all is well again after',
    ({ recovery }) => (recovery.ms === null ? 'not while watched' : `${recovery.ms / 1000} s`),
  ],
  [
    'spans of three seconds that were not well: in 20 s before it',
    ({ recovery }) => percent(recovery.unwellBefore),
  ],
  ['and in 20 s after it', ({ recovery }) => percent(recovery.unwell)],
])}`

const clusterSlowTable = (one: SlowResult | undefined, two: SlowResult, by: string) =>
  `${by} ${two.clients} slow clients, as above, beside the mixture of traffic at ${two.rate}/s.

| p99 ms of normal traffic | one | two |
|---|---:|---:|
${pairs(one, two, [
  ['without them', ({ without }) => ms(without.latency.p99)],
  ['beside them', ({ beside }) => ms(beside.latency.p99)],
  ['failed beside them', ({ beside }) => `${beside.failed}`],
])}`

// Chart --------------------------------------------------------------------------------------------------------

const charted = {
  'Fresh, any page': 'Fresh, any page',
  'Following 5,000 designers, page 1': 'Following 5,000',
  'Search: a frequent word': 'A frequent word',
  'Search: a frequent word, popular, page 50': 'A frequent word, by likes',
  'Search: a misspelt word': 'A misspelt word',
  'Search: a word and a part of a client': 'With a part of a client',
  'Related logos': 'Related logos',
}

function chartLines(results: Results[]) {
  const lines = Object.entries(charted).map(([name, label]) => ({
    label,
    points: results.flatMap(r => {
      const p95 = databaseRows(r).find(row => row.name === name)?.queryOnly?.p95
      return p95 ? [[r.logos, p95] as const] : []
    }),
  }))
  return lines.filter(line => line.points.length)
}

function searchSizeLines({ galleries, rows }: SearchSizeResult) {
  return rows.map(({ name, figures }) => ({
    label: name.replace('a frequent word, ', '').replace(/^./, letter => letter.toUpperCase()),
    points: figures.flatMap(({ p95 }, i) =>
      galleries[i]!.isSynthetic ? [[galleries[i]!.logos, p95] as const] : [],
    ),
  }))
}

// Figures ------------------------------------------------------------------------------------------------------

const isNumber = (value: number | null) => value !== null && Number.isFinite(value)
const ms = (value: number | null) =>
  isNumber(value) ? value!.toFixed(value! < 10 ? 2 : value! < 100 ? 1 : 0) : '–'
const whole = (value: number | null) => (isNumber(value) ? Math.round(value!).toString() : '–')
const seconds = (value: number | null) => (isNumber(value) ? (value! / 1000).toFixed(1) : '–')
const count = (value: number) => value.toLocaleString('en')
const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 1)} %`
