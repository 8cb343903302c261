import { parentPort, workerData } from 'node:worker_threads'
import { measureSeverity, rankEntries } from './rank.ts'
import { measureReliability } from './reliability.ts'

// A thread that fits the model once: at full size that takes seconds, in which the process has others to answer.

type Input = Omit<Parameters<typeof rankEntries>[0], 'scale'>

const works = {
  rank: (input: Input) => rankEntries(input),
  severity: measureSeverity,
  reliability: measureReliability,
}
export type Works = typeof works

const { name, input }: { name: keyof Works; input: never } = workerData
parentPort?.postMessage(works[name](input))
