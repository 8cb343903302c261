import type { LRUCache } from 'lru-cache'
import type { ColorIndex } from './db/color-index.ts'
import type { Db } from './db/connect.ts'
import type { LookIndex } from './db/look-index.ts'
import type { Replica } from './db/replica.ts'
import type { Blog } from './outside/blog.ts'
import type { CardDrawer } from './outside/cards/drawer.ts'
import type { Files } from './outside/files.ts'
import type { Payments } from './outside/payments.ts'
import type { Valkey } from './outside/valkey.ts'

/** Everything a route may use besides its own input. */
export type Services = {
  db: Db
  /**
   * Connections to the primary for what only reads; with replicas a pool of its own, otherwise `db`. Writes that wait for a
   * standby must not hold the connections of reads.
   */
  readDb: Db
  /** The read replica, if there is one. */
  replica?: Replica
  /** News, limits and views outside the database, if there is such a server. */
  valkey?: Valkey | undefined
  files: Files
  /** The colours of all logos. */
  colors: ColorIndex
  /** Compares what logos look like. */
  look: LookIndex
  /** The neighbours of logos by keywords, cached. */
  keywordCache: LRUCache<string, { logo_id: number; nearness: number }[]>
  /** Draws the pictures of shared links. */
  cards: CardDrawer
  /** The blog whose posts are the news; the built-in one without it. */
  blog?: Blog
  /** The clock, which tests move. */
  now: () => Date
  /** Whether this is demonstration data: write limits are then ten times as high. */
  hasDemoData: boolean
  /** The key of tokens and hashes. */
  secret: string
  /** The origin of every link that leaves the site, such as those in mail; never taken from the Host header. */
  publicUrl: string
  /** The payment provider; without one, only gift cards are accepted. */
  payments?: Payments | undefined
  /** How often a scheduled backup is due; undefined where the program makes none. */
  backupEveryMs?: number | undefined
}
