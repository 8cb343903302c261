import { type Db, isOfValues } from './connect.ts'

/** The most calls of one batch, so that its locks are held briefly. */
const mostCalls = 64
/** The batches of one function at the same time, except those that have run for `longMs`: they most likely wait for a lock. */
const mostBatches = 2
const longMs = 100

type Call<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}
type Queue<Item, Result> = { running: number; waiting: Call<Item, Result>[] }

/**
 * Makes a function whose concurrent calls share statements and a commit (group commit): calls that arrive while two batches run
 * are the next batch. `run` gives the results in the order of its items, and changes nothing where values are refused: such a batch
 * runs again in halves, so that in the end only the wrong calls fail. Any other error fails all calls of the batch. `db` is a pool,
 * since within a transaction there is nothing to share.
 */
export function batched<Item, Result>(
  run: (db: Db, items: Item[]) => Promise<Result[]>,
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, Queue<Item, Result>>()

  async function runBatch(db: Db, calls: Call<Item, Result>[]): Promise<void> {
    try {
      const items = calls.map(({ item }) => item)
      const results = await run(db, items)
      for (const [i, { resolve }] of calls.entries()) resolve(results[i]!)
    } catch (error) {
      if (calls.length > 1 && isOfValues(error)) {
        const half = calls.length >> 1
        await runBatch(db, calls.slice(0, half))
        await runBatch(db, calls.slice(half))
      } else for (const { reject } of calls) reject(error)
    }
  }

  function startBatches(db: Db, queue: Queue<Item, Result>) {
    while (queue.waiting.length && queue.running < mostBatches) {
      queue.running++
      let isCounted = true
      const makeRoom = () => {
        if (!isCounted) return
        isCounted = false
        queue.running--
        startBatches(db, queue)
      }
      const timer = setTimeout(makeRoom, longMs)
      void runBatch(db, queue.waiting.splice(0, mostCalls)).then(() => {
        clearTimeout(timer)
        makeRoom()
      })
    }
  }

  return (db, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(db) ?? { running: 0, waiting: [] }
      queues.set(db, queue)
      queue.waiting.push({ item, resolve, reject })
      startBatches(db, queue)
    })
}
