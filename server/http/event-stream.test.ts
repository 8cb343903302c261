import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeSubscribers } from './event-stream.ts'

const always = async () => true
const second = 1000

let subscribers: ReturnType<typeof makeSubscribers>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  subscribers = makeSubscribers()
})
afterEach(() => {
  subscribers.close()
  vi.useRealTimers()
})

/** Subscribes and reads; `notifications` counts those since the last call. */
function read(memberId: number, hasAccess = always) {
  const stream = subscribers.subscribe(memberId, hasAccess)!
  let received = ''
  stream.on('data', chunk => (received += chunk))
  const ended = finished(stream).then(
    () => 'ended' as const,
    () => 'destroyed' as const,
  )
  return {
    ended,
    async notifications() {
      // Data that was written arrives in the next turn of the event loop.
      await new Promise(setImmediate)
      const notifications = received.split('data: news\n\n').length - 1
      received = ''
      return notifications
    },
  }
}

test('a member’s streams are notified at the beginning and of news; another member’s are not', async () => {
  const [mine, other] = [read(1), read(2)]
  expect([await mine.notifications(), await other.notifications()]).toEqual([1, 1])
  subscribers.notify(1)
  expect([await mine.notifications(), await other.notifications()]).toEqual([1, 0])
  subscribers.notifyAll()
  await vi.advanceTimersByTimeAsync(5 * second)
  expect([await mine.notifications(), await other.notifications()]).toEqual([1, 1])
})

test('notifications are throttled to one a second, and the last one is not lost', async () => {
  const stream = read(1)
  await stream.notifications()
  for (let i = 0; i < 50; i += 1) subscribers.notify(1)
  expect(await stream.notifications()).toBe(1)
  await vi.advanceTimersByTimeAsync(second)
  expect(await stream.notifications()).toBe(1)
  await vi.advanceTimersByTimeAsync(5 * second)
  expect(await stream.notifications()).toBe(0)
})

test('a stream ends at the next heartbeat after access is lost, or at once by checkAccess()', async () => {
  let hasAccess = true
  const [noticed, told] = [read(1, async () => hasAccess), read(2, async () => hasAccess)]
  await vi.advanceTimersByTimeAsync(20 * second)
  hasAccess = false
  subscribers.checkAccess(2)
  expect(await told.ended).toBe('ended')
  await vi.advanceTimersByTimeAsync(10 * second)
  expect(await noticed.ended).toBe('ended')
})

test('a notification waits for a pending access check, and is dropped when access is refused', async () => {
  const answers: ((hasAccess: boolean) => void)[] = []
  const hasAccess = () => new Promise<boolean>(done => answers.push(done))
  const [goes, stays] = [read(1, hasAccess), read(2, hasAccess)]
  for (const each of [goes, stays]) expect(await each.notifications()).toBe(1)
  for (const member of [1, 2]) {
    subscribers.checkAccess(member)
    subscribers.notify(member)
  }
  expect([await goes.notifications(), await stays.notifications()]).toEqual([0, 0])
  answers[0]!(false)
  answers[1]!(true)
  expect(await goes.ended).toBe('ended')
  expect([await goes.notifications(), await stays.notifications()]).toEqual([0, 1])
})

test('a stream stays open when its access check fails', async () => {
  const stream = read(1, () => Promise.reject(new Error('no database')))
  await vi.advanceTimersByTimeAsync(60 * second)
  await stream.notifications()
  subscribers.notify(1)
  expect(await stream.notifications()).toBe(1)
})

test('a member’s seventh stream closes the oldest', async () => {
  const streams = Array.from({ length: 7 }, () => read(1))
  const other = read(2)
  expect(await streams[0]!.ended).toBe('ended')
  for (const each of [...streams, other]) await each.notifications()
  subscribers.notify(1)
  subscribers.notify(2)
  const notified = await Promise.all([...streams, other].map(each => each.notifications()))
  expect(notified).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
})

test('no stream is opened beyond two thousand until one is closed', async () => {
  const first = subscribers.subscribe(1, always)!
  for (let member = 2; member <= 2000; member += 1)
    expect(subscribers.subscribe(member, always)).toBeDefined()
  expect(subscribers.subscribe(2001, always)).toBeUndefined()
  first.destroy()
  await new Promise(setImmediate)
  expect(subscribers.subscribe(2001, always)).toBeDefined()
})

test('a stream whose client does not read is destroyed', async () => {
  const stream = subscribers.subscribe(1, always)!
  for (let n = 0; n < 40; n += 1) {
    subscribers.notify(1)
    await vi.advanceTimersByTimeAsync(second)
  }
  expect(stream.destroyed).toBe(false)
  for (let n = 0; n < 60; n += 1) {
    subscribers.notify(1)
    await vi.advanceTimersByTimeAsync(second)
  }
  expect(stream.destroyed).toBe(true)
})

test('close() ends all streams and opens no more', async () => {
  const streams = [read(1), read(1), read(2)]
  subscribers.close()
  expect(await Promise.all(streams.map(each => each.ended))).toEqual(['ended', 'ended', 'ended'])
  expect(subscribers.subscribe(3, always)).toBeUndefined()
})
