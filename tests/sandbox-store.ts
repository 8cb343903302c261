import type { SandboxStore } from '../server/outside/paypal-sandbox/store.ts'

/** A copy that no caller holds, and its JSON. */
type Stored = { json: string; copy: unknown }

/**
 * The payment sandbox's memory within this process, for tests with many purchases: the provider's own steps send no
 * statements. A process that is started by a test does not see it.
 */
export function memoryStore(): SandboxStore {
  const values = new Map<string, Stored>()
  const queues = new Map<string, Promise<unknown>>()

  async function transaction<T>(subscriptionId: string, work: (store: SandboxStore) => Promise<T>) {
    const before = queues.get(subscriptionId)
    const run = async () => {
      await before?.catch(() => {})
      const changes = new Map<string, Stored | undefined>()
      const own: SandboxStore = {
        ...storeOver(new Map(values), changes),
        transaction: (_, inner) => inner(own),
      }
      const result = await work(own)
      for (const [key, stored] of changes)
        if (stored) values.set(key, stored)
        else values.delete(key)
      return result
    }
    const done = run()
    queues.set(subscriptionId, done)
    return done
  }

  return { ...storeOver(values), transaction }
}

/** The values by kind and id, in the order in which they were added; changes are also recorded in `changes`. */
function storeOver(
  values: Map<string, Stored>,
  changes?: Map<string, Stored | undefined>,
): Omit<SandboxStore, 'transaction'> {
  const keyOf = (kind: string, id: string) => `${kind} ${id}`
  const parse = ({ json }: Stored) => JSON.parse(json) as never
  const set = (key: string, value: unknown) => {
    const json = JSON.stringify(value)
    const stored = { json, copy: JSON.parse(json) }
    values.set(key, stored)
    changes?.set(key, stored)
  }
  const ofKind = (kind: string) => [...values].filter(([key]) => key.startsWith(`${kind} `))
  return {
    async read(kind, id) {
      const stored = values.get(keyOf(kind, id))
      return stored && parse(stored)
    },
    async list(kind) {
      return ofKind(kind).map(([, stored]) => parse(stored))
    },
    async write(kind, id, value) {
      set(keyOf(kind, id), value)
    },
    async add(kind, id, value) {
      if (!values.has(keyOf(kind, id))) set(keyOf(kind, id), value)
    },
    async remove(kind, id) {
      values.delete(keyOf(kind, id))
      changes?.set(keyOf(kind, id), undefined)
    },
    async listDue(time) {
      return ofKind('subscription').flatMap(([, { copy }]) => {
        const { id, status, next_billing_time } = copy as Record<string, string | undefined>
        return status === 'ACTIVE' && next_billing_time !== undefined && next_billing_time <= time
          ? [id!]
          : []
      })
    },
  }
}
