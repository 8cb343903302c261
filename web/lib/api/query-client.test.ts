import { expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { CallError, makeCall } from '../../../shared/endpoint.ts'
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

/** The toast of a write that fails with this error. */
async function failWith(sentence: string, refused: unknown) {
  const client = makeQueryClient()
  const mutation = client.getMutationCache().build(client, {
    meta: { error: sentence },
    mutationFn: () => Promise.reject(refused),
  })
  await expect(mutation.execute(undefined)).rejects.toBe(refused)
  return toastStore.read().at(-1)?.message
}

test('a write that has to wait says why beside the catalogue’s sentence; any other failure has the sentence alone', async () => {
  const like = (refused: CallError) => failWith('Error liking logo.', refused)
  const waits = { error: 'We can’t save anything for a moment.', code: 'saving_waits' }
  expect(await like(new CallError(503, waits, 10))).toBe(
    'Error liking logo. We can’t save anything for a moment.',
  )
  expect(await like(new CallError(500, { error: 'Something went wrong.' }))).toBe('Error liking logo.')
})

test('a proxy’s 503 without a sentence gets one, which follows a full stop', async () => {
  const call = makeCall(async () => ({
    status: 503,
    statusText: 'Service Unavailable',
    body: undefined,
    retryAfter: 5,
  }))
  const refused = await call(api.logos.remove, { logo_id: 1 }).catch((error: unknown) => error)
  expect(await failWith('Error deleting logo', refused)).toBe(
    'Error deleting logo. The gallery is away for a moment. Please try again.',
  )
})
