import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../server/db/migrate.ts'
import { startPostgres } from '../server/db/postgres.ts'

/** The data can be made again, so it need not survive a crash. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
}

/** Makes a DATA_DIR at `folder`, in place of one that is there. `fill` gets the migrated database and the files' folder. */
export async function makeGallery(folder: string, fill: (url: string, files: string) => Promise<unknown>) {
  // Renamed into place when complete, because an existing folder is measured as it is.
  const partial = `${folder}.partial`
  for (const path of [folder, partial]) await rm(path, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const postgres = await startPostgres({ dataDir: join(partial, 'postgres'), settings })
  try {
    await migrate(postgres.url)
    await fill(postgres.url, join(partial, 'files'))
  } finally {
    await postgres.stop()
  }
  await rename(partial, folder)
}
