import type { Db } from './db/connect.ts'
import type { Files } from './outside/files.ts'
import type { Payments } from './outside/payments.ts'

/** Everything a route may touch besides its own input. */
export type Services = {
  db: Db
  files: Files
  /** The clock: rules about time are tested at their edges. */
  now: () => Date
  /** Key of tokens and hashes. */
  secret: string
  /** Origin of every link that leaves the site, such as those in mail. Never the Host header's. */
  publicUrl: string
  /** Who reads what members write to us. */
  supportEmail: string
  payments: Payments
}
