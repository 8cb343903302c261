import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

// `npm run bench:money -- --runs 5000 [--seed 7] [money | steps]`: the tests of money for as long as one likes. Plays what may happen to it in
// so many ways that nobody has seen before, and ends processes after every single step. A failure prints its seed.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
})
const runs = Number(values.runs ?? 1000)
const seed = Number(values.seed ?? randomInt(2 ** 31))
if (!(runs > 0) || !Number.isInteger(seed)) throw new RangeError('--runs and --seed are whole numbers')
process.stdout.write(`${runs} plays from seed ${seed}\n`)
const files = { money: 'money.test.ts', steps: 'payment-steps.test.ts' }
const asked = positionals.map(name => files[name as keyof typeof files] ?? name)
const vitest = await startVitest('test', asked.length ? asked : Object.values(files), {
  watch: false,
  provide: { thorough: { runs, seed } },
  // Hours, if need be.
  testTimeout: 86_400_000,
})
await vitest.close()
