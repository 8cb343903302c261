import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type FullSizeResult, fullSize, measureFullSize } from './judging-full-size.ts'
import { type SimulationResult, simulateJudging } from './judging-simulation.ts'

// `npm run bench -- judging`: a simulated jury beside the figures that the procedure was designed with. Written to
// bench/RESULTS-JUDGING.md.

/** The figures of the design, made with (x − mean)/SD. */
const designed = { first: 0.42, border: 0.485, moreScores: 0.056, shared: [1.7, 2.4], independent: 1 }

/** What `--quick` plays instead of a book at its full size. */
const smallSize = { entries: 400, entrants: 200, jurors: 9, places: 20 }

export async function benchJudging({ quick, say }: { quick: boolean; say: (line: string) => void }) {
  say('Simulating juries …')
  const simulation = describeSimulation(await simulateJudging(quick ? 1 : 5))
  for (const line of simulation) say(line)
  say('Playing a book at its full size …')
  const size = describeFullSize(await measureFullSize(quick ? smallSize : fullSize, say))
  for (const line of size) say(line)
  if (!quick) await writeFile(join(import.meta.dirname, 'RESULTS-JUDGING.md'), reportOf(simulation, size))
}

function describeFullSize(r: FullSizeResult): string[] {
  const ms = (x: number) => `${x.toFixed(1)} ms`
  const s = (x: number) => `${x.toFixed(1)} s`
  return [
    '| | measured | at most |',
    '|---|---|---|',
    `| the draw: conflicts, triples and orders, written | ${s(r.draw)} | 5 s |`,
    `| a grid of 20 tiles, 95th percentile | ${ms(r.tilesMs.p95)} | 20 ms |`,
    `| 100 scores in one call, 95th percentile | ${ms(r.scoresMs.p95)} | 50 ms |`,
    `| the chair’s room of an open book, with what keeps it from closing, 95th percentile | ${ms(r.openRoomMs.p95)} | |`,
    `| the same, half of the scores given | ${ms(r.judgingRoomMs.p95)} | |`,
    `| both fits, with reading ${r.scores.toLocaleString('en-US')} scores and writing the ranks | ${s(r.firstFit + r.finalFit)} | 10 s |`,
    `| publishing: awards, then ${r.entrants.toLocaleString('en-US')} letters in the outbox | ${s(r.publish + r.letters)} | 60 s |`,
  ]
}

function describeSimulation({ overlap, plainMean, moreScores, lateWins }: SimulationResult): string[] {
  const { standard, normal } = overlap
  const share = (x: number) => x.toFixed(3)
  const times = (values: readonly number[]) => values.map(x => x.toFixed(2)).join(' to ')
  return [
    '| | (x − mean)/SD | normal scores | designed with |',
    '|---|---|---|---|',
    `| overlap with the true best 2,000, three scores each | ${share(standard.first)} | ${share(normal.first)} | ${designed.first} |`,
    `| the same, with the border round | ${share(standard.border)} | ${share(normal.border)} | ${designed.border} |`,
    `| the same, by the plain mean of three scores (severity uncorrected) | ${share(plainMean)} | | |`,
    `| more scores for the border round | ${(100 * moreScores).toFixed(1)} % | | ${(100 * designed.moreScores).toFixed(1)} % |`,
    `| what the last tenth wins where scores rise by 0.5 to 1 SD, one order for all jurors | ${times(lateWins.shared)} times its share | | ${times(designed.shared)} |`,
    `| the same, each juror in an order of the own | ${times(lateWins.independent)} times its share | | ${designed.independent.toFixed(1)} |`,
  ]
}

const reportOf = (simulation: readonly string[], size: readonly string[]) => `# Judging a book

Made by \`npm run bench -- judging\` on a machine with ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}.

## A simulated jury

36,000 entries, 9 jurors, 2,000 places; of the variance of one score 0.3 is quality, the standard deviation of severity is
0.3. The draw and the ranking are the program's own. The means of five runs stand beside the figures that the
procedure was designed with.

${simulation.join('\n')}

## At full size

${fullSize.entries.toLocaleString('en-US')} entries of ${fullSize.entrants.toLocaleString('en-US')} entrants, ${fullSize.jurors} jurors, ${fullSize.places.toLocaleString('en-US')} places. The calls go through the program as in its tests, without a
network; PostgreSQL runs on the same machine, without waiting for the disk.

${size.join('\n')}
`
