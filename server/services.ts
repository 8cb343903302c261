import type { Db } from './db/connect.ts'
import type { Replica } from './db/replica.ts'
import type { Blog } from './outside/blog.ts'
import type { Files } from './outside/files.ts'
import type { Payments } from './outside/payments.ts'

/** Everything a route may touch besides its own input. */
export type Services = {
  db: Db
  /** Where browsing is answered, if there is one. */
  replica?: Replica
  files: Files
  /** Whose posts are the news; without it they are the built-in blog's. */
  blog?: Blog
  /** The clock: rules about time are tested at their edges. */
  now: () => Date
  /** Key of tokens and hashes. */
  secret: string
  /** Origin of every link that leaves the site, such as those in mail. Never the Host header's. */
  publicUrl: string
  /** Who reads what members write to us. */
  supportEmail: string
  /** Who sells, as receipts name them, a line each. */
  seller: string[]
  payments: Payments
}
