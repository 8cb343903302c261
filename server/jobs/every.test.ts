import { afterEach, expect, test, vi } from 'vitest'
import { every } from './every.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('work is done at once and in every period, but no turn begins while one runs, and stop waits for it', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>(resolve => ends.push(resolve)))
  const job = every(1000, work, () => {})
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2500)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(2)
  let hasStopped = false
  const stopped = job.stop().then(() => {
    hasStopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(hasStopped).toBe(false)
  ends[1]!()
  await stopped
  expect(work).toHaveBeenCalledTimes(2)
})

test('a failure is reported, and the next turn comes', async () => {
  vi.useFakeTimers()
  const problems: unknown[] = []
  const job = every(
    1000,
    () => Promise.reject(new Error('away')),
    problem => problems.push(problem),
  )
  await vi.advanceTimersByTimeAsync(1000)
  await job.stop()
  expect(problems).toHaveLength(2)
})
