import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { dayMs } from '../shared/rules/time.ts'

// `npm run bench:money -- --runs 5000 [--seed 7] [money | steps]`: the property tests of payments, with as many
// random sequences as you like, and crashes after every single step. A failure prints its seed.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
})
const runs = Number(values.runs ?? 1000)
const seed = Number(values.seed ?? randomInt(2 ** 31))
if (!(runs > 0) || !Number.isInteger(seed)) throw new RangeError('--runs and --seed are whole numbers')
process.stdout.write(`${runs} plays from seed ${seed}\n`)
const files = { money: 'money.test.ts', steps: 'payment-steps.test.ts' }
const filters = positionals.map(name => files[name as keyof typeof files] ?? name)
const vitest = await startVitest('test', filters.length ? filters : Object.values(files), {
  watch: false,
  provide: { thorough: { runs, seed } },
  // A day: long runs take hours.
  testTimeout: dayMs,
})
await vitest.close()
