// Preloaded into the servers of `npm run bench -- chaos`: steps their clock when told, and stands for the payment
// provider, which cannot be reached from a benchmark: it answers 503, or not at all.

type Order = { clockMs?: number; isProviderSilent?: boolean }

let aheadMs = 0
let isProviderSilent = false

const RealDate = Date
/** A Date whose present is `aheadMs` away; timers go on as they do when a machine's clock is set. */
globalThis.Date = class extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length) super(...(parts as [number]))
    else super(RealDate.now() + aheadMs)
  }
  static override now() {
    return RealDate.now() + aheadMs
  }
} as DateConstructor

const realFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  if (!String(input).includes('.paypal.com')) return realFetch(input, init)
  if (!isProviderSilent) return Promise.resolve(new Response('{}', { status: 503 }))
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal!.reason))
  })
}

process.on('message', (order: Order) => {
  aheadMs = order.clockMs ?? aheadMs
  isProviderSilent = order.isProviderSilent ?? isProviderSilent
})
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// A thread loads this file, too, and has no channel.
process.channel?.unref()
