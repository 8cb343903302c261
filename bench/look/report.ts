import type { LookResult } from '../results.ts'

/** Goals: 95th percentiles in ms, by size of the gallery, and memory in bytes for each process. */
const goals = {
  comparedMs: (logos: number) => (logos > 400_000 ? 300 : 80),
  colorMs: 10,
  bytes: 150e6,
  uploadCpuMs: 15,
  readyMs: 10_000,
}

type Change = LookResult['changes'][number]
const isFound = ({ found, goal }: Change) => !goal || (found[0] >= goal[0] && found[1] >= goal[1])
const verdict = (isMet: boolean) => (isMet ? 'met' : '**missed**')

/** One line of progress during a measurement. */
export function describeChange(change: Change) {
  const { name, found, pHash, goal, tried } = change
  const goalText = goal ? `goal ${goal.join('/')} ${verdict(isFound(change))}` : 'measured'
  return `${name.padEnd(14)} ${found.join('/').padStart(7)}   pHash ${(pHash?.join('/') ?? '–').padStart(6)}   ${goalText}   (${tried})`
}

/** The part about looks and colours, with all goals. */
export function lookLines(
  { drawings, describeMs, changes, uploadCpu, index, compared, quick, onePass, readyMs, colors }: LookResult,
  made: string,
) {
  const found = changes.map(
    change =>
      `| ${change.name} | ${change.found.join('/')} | ${change.pHash?.join('/') ?? ''} | ${change.goal?.join('/') ?? ''} | ${change.goal ? verdict(isFound(change)) : 'measured'} | ${change.tried} |`,
  )
  const time = (
    what: string,
    goalMs: number,
    { wall, cpu }: LookResult['compared'][number] | LookResult['colors']['rows'][number],
  ) =>
    `| ${what} | ${wall.p50.toFixed(1)} | ${wall.p95.toFixed(1)} | ${cpu.p50.toFixed(1)} | ${cpu.p95.toFixed(1)} | ${goalMs} | ${(wall.p95 / goalMs).toFixed(2)} |`
  const comparedMs = goals.comparedMs(index.logos)
  return `### By look and by colour

${made} Changed drawings of brands that the descriptor was not fitted with, among ${drawings} drawings: how many in a hundred searches find
the original first, and among the first ten.

| change | first/ten | pHash | goal | | searches |
|---|---:|---:|---:|---|---:|
${found.join('\n')}

Describing a drawing takes ${describeMs.toFixed(1)} ms. Of an upload, its look and its colours take ${uploadCpu.cpu.p50.toFixed(1)} ms of CPU, p95 ${uploadCpu.cpu.p95.toFixed(1)} ms (goal
${goals.uploadCpuMs} ms, ${verdict(uploadCpu.cpu.p95 <= goals.uploadCpuMs)}). ${index.logos} logos have ${index.views} views in ${(index.bytes / 1e6).toFixed(0)} MB
(goal ${goals.bytes / 1e6} MB, ${verdict(index.bytes <= goals.bytes)}), and ${colors.different} different colours. A process that starts has loaded them
from PostgreSQL after ${(readyMs / 1000).toFixed(1)} s (goal ${goals.readyMs / 1000} s, ${verdict(readyMs <= goals.readyMs)}). Of the nearest 10 and 200 of one pass over whole views, two
passes find ${onePass.shares.map(share => share.toFixed(1)).join(' and ')} %${quick ? `; of the nearest 4 and 40 to a stored logo the quick comparison for Related finds ${quick.shares.map(share => share.toFixed(1)).join(' and ')} %` : ''}. Searches one after the other, ms; CPU includes
what Node does beside them:

| | p50 | p95 | CPU p50 | CPU p95 | goal p95 | p95 ÷ goal |
|---|---:|---:|---:|---:|---:|---:|
${[...compared, ...(quick ? [quick] : [])].map(row => time(`Nearest to ${row.by}`, comparedMs, row)).join('\n')}
| Nearest to ${onePass.by} | ${[onePass.wall.p50, onePass.wall.p95, onePass.cpu.p50, onePass.cpu.p95].map(ms => ms.toFixed(1)).join(' | ')} | | |
${colors.rows.map(row => time(`A colour within ${row.within}`, goals.colorMs, row)).join('\n')}

${colors.compared} colours were compared with CIEDE2000 by brute force: ${colors.differing || 'none'} differ${colors.differing === 1 || !colors.differing ? 's' : ''}.`
}
