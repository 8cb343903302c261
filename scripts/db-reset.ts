import { rm } from 'node:fs/promises'
import { dataPaths, loadConfig } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { deleteDatabase } from '../server/db/postgres.ts'

// Drops everything in the database; the next start migrates an empty one and fills it again. Refuses while the
// program runs.

const config = loadConfig()

try {
  if (config.databaseUrl) await emptyDatabase(config.databaseUrl, process.argv.includes('--yes'))
  else await deleteData()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

async function deleteData(): Promise<void> {
  const paths = dataPaths(config)
  await deleteDatabase(paths.postgres)
  await rm(paths.files, { recursive: true, force: true })
  process.stdout.write(`Deleted the database and the uploaded files in ${config.dataDir}.\n`)
}

/**
 * The uploaded files stay: DATA_DIR may hold an embedded database, and other folders may hold other programs' files.
 */
async function emptyDatabase(url: string, sure: boolean): Promise<void> {
  const { pool, close } = connect(url, { statementTimeout: 0 })
  try {
    const { rows } = await pool.query<{ database: string; host: string; others: number }>(`
      select current_database() as database, coalesce(host(inet_server_addr()), 'a local socket') as host,
        (select count(*) from pg_stat_activity
         where datname = current_database() and application_name like 'colophon%' and pid <> pg_backend_pid()) as others`)
    const { database, host, others } = rows[0]!
    if (others) throw new Error(`The program is running on database ${database}; stop it first.`)
    if (!sure)
      throw new Error(
        `This deletes everything in schema "public" of database ${database} (${host}), whoever put it there. ` +
          'To do so: npm run db:reset -- --yes',
      )
    // The roles and privileges of a new initdb.
    await pool.query(`drop schema public cascade; create schema public authorization pg_database_owner;
      grant usage on schema public to public`)
    process.stdout.write(`Emptied database ${database} (${host}). Uploaded files were left alone.\n`)
  } finally {
    await close()
  }
}
