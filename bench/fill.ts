import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../server/db/migrate.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { localFiles } from '../server/outside/files.ts'
import { fillBench } from './data.ts'

// `npm run bench:data -- --logos 400000`: makes a gallery of that size in bench/data, a DATA_DIR like any other.

const { values } = parseArgs({ options: { logos: { type: 'string', default: '400000' } } })
const logos = Number(values.logos)
if (!Number.isInteger(logos) || logos < 1000) throw new Error('--logos: a whole number, 1000 or more')

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = join(import.meta.dirname, 'data', String(logos))
// Renamed into place when complete, because an existing folder is measured as it is.
const partial = `${folder}.partial`
for (const path of [folder, partial]) await rm(path, { recursive: true, force: true })
await mkdir(partial, { recursive: true })
// The data can be made again, so it need not survive a crash.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
}
const postgres = await startPostgres({ dataDir: join(partial, 'postgres'), settings })
try {
  await migrate(postgres.url)
  await fillBench(postgres.url, localFiles(join(partial, 'files')), logos, say)
} finally {
  await postgres.stop()
}
await rename(partial, folder)
say(`DATA_DIR=${folder} npm start serves it; sign in as designer1 to designer${Math.round(logos / 20)}.`)
