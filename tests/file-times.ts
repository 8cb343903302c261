import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter as JourneyReporter } from '@playwright/test/reporter'
import type { Reporter as UnitReporter } from 'vitest/node'

const root = join(import.meta.dirname, '..')

/** Milliseconds by file: the sum of its tests and hooks. */
type FileTimes = Map<string, number>

/** Vitest's reporter of what each file took, with the import of the program's modules. */
export class UnitFileTimes implements UnitReporter {
  onTestRunEnd: UnitReporter['onTestRunEnd'] = modules => {
    const times: FileTimes = new Map()
    for (const module of modules) {
      const { duration, collectDuration, setupDuration } = module.diagnostic()
      times.set(relative(root, module.moduleId), duration + collectDuration + setupDuration)
    }
    reportFileTimes('unit', times)
  }
}

/** Playwright's reporter of what each file took. Its journeys run in several workers, so the times add up to more than a clock shows. */
export default class JourneyFileTimes implements JourneyReporter {
  private readonly times: FileTimes = new Map()

  onTestEnd: JourneyReporter['onTestEnd'] = ({ location }, { duration }) => {
    const file = relative(root, location.file)
    this.times.set(file, (this.times.get(file) ?? 0) + duration)
  }

  onEnd = () => reportFileTimes('browser', this.times)
}

/** Prints the twenty slowest files, and keeps the time of each in node_modules/.cache/test-times. */
function reportFileTimes(part: 'unit' | 'browser', times: FileTimes) {
  const slowestFirst = [...times].sort(([, a], [, b]) => b - a)
  const lines = slowestFirst.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  const folder = join(root, 'node_modules/.cache/test-times')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${part}.txt`), `${lines.join('\n')}\n`)
  if (lines.length > 1)
    process.stdout.write(`\nThe slowest of ${lines.length} files:\n${lines.slice(0, 20).join('\n')}\n`)
}
