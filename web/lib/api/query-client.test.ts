import { expect, test } from 'vitest'
import { CallError } from '../../../shared/endpoint.ts'
import { toastStore } from '../toast/toast.ts'
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

test('a write that has to wait says why beside the catalogue’s sentence; any other failure has the sentence alone', async () => {
  const client = makeQueryClient()
  const like = async (refused: CallError) => {
    const mutation = client.getMutationCache().build(client, {
      meta: { error: 'Error liking logo.' },
      mutationFn: () => Promise.reject(refused),
    })
    await expect(mutation.execute(undefined)).rejects.toBe(refused)
    return toastStore.read().at(-1)?.message
  }
  const waits = { error: 'We can’t save anything for a moment.', code: 'saving_waits' }
  expect(await like(new CallError(503, waits, 10))).toBe(
    'Error liking logo. We can’t save anything for a moment.',
  )
  expect(await like(new CallError(500, { error: 'Something went wrong.' }))).toBe('Error liking logo.')
})
