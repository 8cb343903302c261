import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { type Config, dataPaths, loadConfig } from '../config.ts'
import { connect, type Db } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { findRunningPostgres, startPostgres } from '../db/postgres.ts'
import { loadWords } from '../features/site/keep-words.ts'
import { Mistake } from './mistake.ts'

export type Env = Record<string, string | undefined>
type Site = { db: Db; config: Config; url: string }

export type Run = ReturnType<typeof withDatabaseOf>

/**
 * With the settings of `env`: lets `work` run with the site's database, which is started, and migrated unless told otherwise,
 * when the site does not run.
 */
export const withDatabaseOf =
  (env: Env | undefined, { migrates = true } = {}) =>
  <Typed extends unknown[]>(work: (site: Site, ...typed: Typed) => Promise<void>) =>
  async (...typed: Typed) => {
    const config = loadConfig(env)
    const { postgres: dataDir } = dataPaths(config)
    const running = config.databaseUrl ?? (await findRunningPostgres(dataDir))
    // A wrong DATA_DIR would create a new database, with cards that no site knows.
    if (!running && !existsSync(dataDir))
      throw new Mistake(`There is no database in ${dataDir}: start the site once, or set DATA_DIR.`)
    const own = running ? undefined : await startPostgres({ dataDir })
    const url = running ?? own!.url
    try {
      if (own && migrates) await migrate(url)
      const { db, close } = connect(url)
      await reach(db)
        .then(() => (migrates ? loadWords(db, config) : undefined))
        .then(() => work({ db, config, url }, ...typed))
        .finally(close)
    } finally {
      await own?.stop()
    }
  }

/** A readable sentence for the driver's connection errors. */
async function reach(db: Db) {
  await sql`select 1`.execute(db).catch((error: Error & { code?: string }) => {
    // Where its host has several addresses, and none answers, there is no message.
    throw new Mistake(`The database does not let us in: ${error.message || error.code}`)
  })
}
