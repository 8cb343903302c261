import { PassThrough, type Readable } from 'node:stream'

/** A member's open answer: rung when there is news, which is asked for then. It carries nothing but that. */
type Bell = { stream: PassThrough; check(): void; ring(): void }

/** As many windows as anybody looks at; of more, the one opened first is likely to be gone without a word. */
const mostPerMember = 6
const mostPerProcess = 2000

/** A member who is told of much is told at once, and then at most so often. */
const restMs = 1000

/** Where all are to be rung, they are within so long: not all of them ask in the same moment. */
const spreadMs = 5000

/** Often enough for proxies, which cut what is silent for a minute; and so late an ended membership is noticed. */
const beatMs = 25_000

/** Bytes that lie there unsent; a message has twenty. Whoever reads so slowly does not read. */
const mostUnsent = 1000

const ring = 'data: news\n\n'
const beat = ':\n\n'

export type Bells = ReturnType<typeof makeBells>

/** Server-sent events for members, by their id. */
export function makeBells() {
  /** In the order in which they were opened. */
  const bells = new Map<number, Set<Bell>>()
  /** Who was rung within the last second, and whether there was more since. */
  const resting = new Map<number, boolean>()
  let count = 0
  let isClosed = false

  const of = (memberId: number) => bells.get(memberId) ?? new Set()

  function write({ stream }: Bell, text: string) {
    if (stream.readableLength > mostUnsent) stream.destroy()
    else if (stream.writable) stream.write(text)
  }

  /**
   * An answer that is rung from now on, and once at the beginning. It ends when `isWelcome` says no, which is asked now
   * and then. Undefined when there are too many.
   */
  function open(memberId: number, isWelcome: () => Promise<boolean>): Readable | undefined {
    if (isClosed || count >= mostPerProcess) return undefined
    const stream = new PassThrough()
    let checked = Promise.resolve()
    const bell: Bell = {
      stream,
      check() {
        // A database that does not answer says nothing against anybody.
        checked = isWelcome().then(
          isStill => void (isStill || stream.end()),
          () => {},
        )
      },
      // Whose account was just closed is not rung for what went with it.
      ring: () => void checked.then(() => write(bell, ring)),
    }
    const own = of(memberId)
    const [oldest] = own
    if (oldest && own.size >= mostPerMember) oldest.stream.end()
    bells.set(memberId, own.add(bell))
    count += 1
    const timer = setInterval(() => {
      write(bell, beat)
      bell.check()
    }, beatMs)
    const leave = () => {
      clearInterval(timer)
      if (!own.delete(bell)) return
      count -= 1
      if (!own.size) bells.delete(memberId)
    }
    stream.once('finish', leave)
    stream.once('close', leave)
    bell.ring()
    return stream
  }

  function ringMember(memberId: number) {
    if (!bells.has(memberId)) return
    if (resting.has(memberId)) {
      resting.set(memberId, true)
      return
    }
    resting.set(memberId, false)
    for (const bell of of(memberId)) bell.ring()
    setTimeout(() => {
      const isMore = resting.get(memberId)
      resting.delete(memberId)
      if (isMore) ringMember(memberId)
    }, restMs).unref()
  }

  return {
    open,
    ring: ringMember,
    /** Where nobody knows whom something was missed for. */
    ringAll() {
      for (const memberId of bells.keys())
        setTimeout(() => ringMember(memberId), Math.random() * spreadMs).unref()
    },
    /** Ends those of a member who are not welcome any more. */
    check(memberId: number) {
      for (const bell of of(memberId)) bell.check()
    },
    /** Ends all in an orderly way, and opens no more. */
    close() {
      isClosed = true
      for (const own of bells.values()) for (const { stream } of own) stream.end()
    },
  }
}
