import { PassThrough, type Readable } from 'node:stream'

/** One open stream of a member. It carries no data, only that there is news, which the page then fetches. */
type Subscription = { stream: PassThrough; checkAccess(): void; notify(): void }

/** A member's streams beyond this many: the oldest is closed, since its window has probably gone. */
const mostPerMember = 6
const mostPerProcess = 2000

/** Throttle: a member is notified at once, and then at most once in this interval. */
const throttleMs = 1000

/** When all members are notified, the notifications are spread (jitter) over this time, so that not all pages fetch at once. */
const jitterMs = 5000

/** Heartbeat: keeps proxies from cutting an idle connection after a minute. Access is checked again at each beat. */
const heartbeatMs = 25_000

/** Backpressure: a stream with more unsent bytes (a message has about twenty) is destroyed, because its client does not read. */
const mostUnsent = 1000

const news = 'data: news\n\n'
const heartbeat = ':\n\n'

/** Server-sent events for members, by their id. Long: its functions share the subscriptions and the throttle. */
export function makeSubscribers() {
  /** Each member's subscriptions, oldest first. */
  const subscriptions = new Map<number, Set<Subscription>>()
  /** Members who are throttled, and whether there was more news since. */
  const throttled = new Map<number, boolean>()
  let count = 0
  let isClosed = false

  const subscriptionsOf = (memberId: number) => subscriptions.get(memberId) ?? new Set()

  function write({ stream }: Subscription, text: string) {
    if (stream.readableLength > mostUnsent) stream.destroy()
    else if (stream.writable) stream.write(text)
  }

  /**
   * Opens a stream that is notified once at the beginning and then of all news. It ends when `hasAccess`, which is called
   * with every heartbeat, gives false. Undefined when there are too many streams.
   */
  function subscribe(memberId: number, hasAccess: () => Promise<boolean>): Readable | undefined {
    if (isClosed || count >= mostPerProcess) return undefined
    const stream = new PassThrough()
    let checked = Promise.resolve()
    const subscription: Subscription = {
      stream,
      checkAccess() {
        // A check that fails, because the database does not answer, ends nothing.
        checked = hasAccess().then(
          stillHasAccess => void (stillHasAccess || stream.end()),
          () => {},
        )
      },
      // After a pending check: closing an account also produces news, which must not be announced to it.
      notify: () => void checked.then(() => write(subscription, news)),
    }
    const own = subscriptionsOf(memberId)
    const [oldest] = own
    if (oldest && own.size >= mostPerMember) oldest.stream.end()
    subscriptions.set(memberId, own.add(subscription))
    count += 1
    const timer = setInterval(() => {
      write(subscription, heartbeat)
      subscription.checkAccess()
    }, heartbeatMs)
    const unsubscribe = () => {
      clearInterval(timer)
      if (!own.delete(subscription)) return
      count -= 1
      if (!own.size) subscriptions.delete(memberId)
    }
    stream.once('finish', unsubscribe)
    stream.once('close', unsubscribe)
    subscription.notify()
    return stream
  }

  function notify(memberId: number) {
    if (!subscriptions.has(memberId)) return
    if (throttled.has(memberId)) {
      throttled.set(memberId, true)
      return
    }
    throttled.set(memberId, false)
    for (const subscription of subscriptionsOf(memberId)) subscription.notify()
    setTimeout(() => {
      const hasMore = throttled.get(memberId)
      throttled.delete(memberId)
      if (hasMore) notify(memberId)
    }, throttleMs).unref()
  }

  return {
    subscribe,
    notify,
    /** For when it is unknown whose news was missed. */
    notifyAll() {
      for (const memberId of subscriptions.keys())
        setTimeout(() => notify(memberId), Math.random() * jitterMs).unref()
    },
    /** Ends the streams of a member who has no access any more. */
    checkAccess(memberId: number) {
      for (const subscription of subscriptionsOf(memberId)) subscription.checkAccess()
    },
    /** Ends all streams, and opens no more. */
    close() {
      isClosed = true
      for (const own of subscriptions.values()) for (const { stream } of own) stream.end()
    },
  }
}
