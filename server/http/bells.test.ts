import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Bells, makeBells } from './bells.ts'

const always = async () => true
const second = 1000

let bells: Bells
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  bells = makeBells()
})
afterEach(() => {
  bells.close()
  vi.useRealTimers()
})

/** A stream that is read, and what it said since it was last asked. */
function read(memberId: number, isWelcome = always) {
  const stream = bells.open(memberId, isWelcome)!
  let said = ''
  stream.on('data', chunk => (said += chunk))
  const isOver = finished(stream).then(
    () => 'ended' as const,
    () => 'cut' as const,
  )
  return {
    isOver,
    async rings() {
      // What was written arrives in the next turn.
      await new Promise(setImmediate)
      const rings = said.split('data: news\n\n').length - 1
      said = ''
      return rings
    },
  }
}

test('a member’s streams are rung at the beginning and at news, another’s are not', async () => {
  const [mine, other] = [read(1), read(2)]
  expect([await mine.rings(), await other.rings()]).toEqual([1, 1])
  bells.ring(1)
  expect([await mine.rings(), await other.rings()]).toEqual([1, 0])
  bells.ringAll()
  await vi.advanceTimersByTimeAsync(5 * second)
  expect([await mine.rings(), await other.rings()]).toEqual([1, 1])
})

test('much news at once is told at once, then once a second, and the last of it is told', async () => {
  const stream = read(1)
  await stream.rings()
  for (let i = 0; i < 50; i += 1) bells.ring(1)
  expect(await stream.rings()).toBe(1)
  await vi.advanceTimersByTimeAsync(second)
  expect(await stream.rings()).toBe(1)
  await vi.advanceTimersByTimeAsync(5 * second)
  expect(await stream.rings()).toBe(0)
})

test('whoever is not welcome any more is noticed at the next beat, or when it is said', async () => {
  let isWelcome = true
  const [noticed, told] = [read(1, async () => isWelcome), read(2, async () => isWelcome)]
  await vi.advanceTimersByTimeAsync(20 * second)
  isWelcome = false
  bells.check(2)
  expect(await told.isOver).toBe('ended')
  await vi.advanceTimersByTimeAsync(10 * second)
  expect(await noticed.isOver).toBe('ended')
})

test('whoever may be unwelcome by now is rung only once it is known that they are not', async () => {
  const answers: ((isWelcome: boolean) => void)[] = []
  const isWelcome = () => new Promise<boolean>(done => answers.push(done))
  const [goes, stays] = [read(1, isWelcome), read(2, isWelcome)]
  for (const each of [goes, stays]) expect(await each.rings()).toBe(1)
  for (const member of [1, 2]) {
    bells.check(member)
    bells.ring(member)
  }
  expect([await goes.rings(), await stays.rings()]).toEqual([0, 0])
  answers[0]!(false)
  answers[1]!(true)
  expect(await goes.isOver).toBe('ended')
  expect([await goes.rings(), await stays.rings()]).toEqual([0, 1])
})

test('when it cannot be found out whether somebody is welcome, the stream stays', async () => {
  const stream = read(1, () => Promise.reject(new Error('no database')))
  await vi.advanceTimersByTimeAsync(60 * second)
  await stream.rings()
  bells.ring(1)
  expect(await stream.rings()).toBe(1)
})

test('of more than six windows of a member the one opened first gives way', async () => {
  const streams = Array.from({ length: 7 }, () => read(1))
  const other = read(2)
  expect(await streams[0]!.isOver).toBe('ended')
  for (const each of [...streams, other]) await each.rings()
  bells.ring(1)
  bells.ring(2)
  const rings = await Promise.all([...streams, other].map(each => each.rings()))
  expect(rings).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
})

test('beyond two thousand there are no more until one leaves', async () => {
  const first = bells.open(1, always)!
  for (let member = 2; member <= 2000; member += 1) expect(bells.open(member, always)).toBeDefined()
  expect(bells.open(2001, always)).toBeUndefined()
  first.destroy()
  await new Promise(setImmediate)
  expect(bells.open(2001, always)).toBeDefined()
})

test('whoever does not read is cut off', async () => {
  const stream = bells.open(1, always)!
  for (let rings = 0; rings < 40; rings += 1) {
    bells.ring(1)
    await vi.advanceTimersByTimeAsync(second)
  }
  expect(stream.destroyed).toBe(false)
  for (let rings = 0; rings < 60; rings += 1) {
    bells.ring(1)
    await vi.advanceTimersByTimeAsync(second)
  }
  expect(stream.destroyed).toBe(true)
})

test('closing ends all of them in an orderly way and opens no more', async () => {
  const streams = [read(1), read(1), read(2)]
  bells.close()
  expect(await Promise.all(streams.map(each => each.isOver))).toEqual(['ended', 'ended', 'ended'])
  expect(bells.open(3, always)).toBeUndefined()
})
