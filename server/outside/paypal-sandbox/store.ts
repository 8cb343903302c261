type Kind = 'subscription' | 'event' | 'key' | 'clock' | 'product' | 'plan' | 'webhook'

/** Where the sandbox keeps what it remembers: JSON values by kind and id. */
export type SandboxStore = {
  read<T>(kind: Kind, id: string): Promise<T | undefined>
  /** In the order in which they were added. */
  list<T>(kind: Kind): Promise<T[]>
  /** Adds the value or replaces the one with this id. */
  write(kind: Kind, id: string, value: unknown): Promise<void>
  /** Adds the value unless there is one with this id. */
  add(kind: Kind, id: string, value: unknown): Promise<void>
  remove(kind: Kind, id: string): Promise<void>
  /** The active subscriptions whose next payment is due at this time (ISO 8601 in UTC). */
  listDue(time: string): Promise<string[]>
  /** Runs `work` in a transaction, one at a time for each subscription. */
  transaction<T>(subscriptionId: string, work: (store: SandboxStore) => Promise<T>): Promise<T>
}
