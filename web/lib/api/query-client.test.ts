import { expect, test } from 'vitest'
import { CallError } from '../../../shared/endpoint.ts'
import { makeQueryClient } from './query-client.ts'

test('a query refused with Retry-After is retried once, after that time', async () => {
  const client = makeQueryClient()
  const tries: number[] = []
  const reading = client.fetchQuery({
    queryKey: ['test'],
    queryFn: () => {
      tries.push(performance.now())
      throw new CallError(503, { error: 'Busy' }, 1)
    },
  })
  await expect(reading).rejects.toThrow('Busy')
  expect(tries).toHaveLength(2)
  expect(tries[1]! - tries[0]!).toBeGreaterThanOrEqual(1000)
  expect(tries[1]! - tries[0]!).toBeLessThan(15_000)
})
