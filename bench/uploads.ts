import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createRandom } from '../demo/random.ts'
import { connect, type Db, transaction } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { insertLogo } from '../server/features/logos/queries.ts'
import { enqueueLookCheck, setLook } from '../server/features/look/queries.ts'
import { enqueuePicture } from '../server/features/pictures/queries.ts'
import { reportSamePicture } from '../server/features/reports/queries.ts'
import { startMergingUploads } from '../server/jobs/merge-uploads.ts'
import { compareWithBruteForce } from './brute-force.ts'
import { keepResult, type UploadsResult } from './results.ts'
import { spreadOf } from './statistics.ts'
import { dataFolder, postgresSettings, requireGallery } from './system-under-test.ts'

type Options = {
  logos: number
  seconds: number
  compare: number
  quick: boolean
  say: (line: string) => void
}

const writers = 16

/**
 * The rows of uploads, without their pictures: how many one writer adds in a second and how many sixteen do, and the bytes of
 * WAL for each until their counts and bits are merged. Then random searches are compared with brute force while all write.
 */
export async function measureUploads({ logos, seconds, compare, quick, say }: Options): Promise<void> {
  await requireGallery(logos)
  const postgres = await startPostgres({
    dataDir: `${dataFolder(logos)}/postgres`,
    settings: postgresSettings,
    log: say,
  })
  const { db, close } = connect(postgres.url, { max: writers + 4, statementTimeout: 0 })
  try {
    await migrate(postgres.url)
    await removeUploads(db)
    const merging = startMergingUploads({ db }, error => say(String(error)))
    try {
      const samples = await readSamples(db)
      const upload = () => uploadOne(db, samples)
      await run(db, upload, { clients: writers, seconds: 2 })
      const rows: UploadsResult['rows'] = []
      for (const clients of [1, writers]) {
        const row = await run(db, upload, { clients, seconds })
        const { perSecond, latency, walKiB } = row
        rows.push(row)
        say(
          `${clients} writing: ${perSecond.toFixed(1)} rows/s, each ${latency.p50.toFixed(1)} ms (p99 ${latency.p99.toFixed(0)}), ` +
            `${walKiB.toFixed(1)} KiB of WAL`,
        )
      }
      const { compared, differing } = await compareWhileWriting(db, upload, compare)
      say(`While ${writers} write: ${compared} answers compared with brute force, ${differing} differ`)
      if (!quick) await keepResult(logos, 'uploads', { rows, compared, differing })
    } finally {
      await merging.stop()
      await removeUploads(db)
    }
  } finally {
    await close()
    await postgres.stop()
  }
}

/** Later than the gallery, and the same for all: two uploads at once may have their ids in another order than their times. */
const uploadDate = new Date('2100-01-01')

/** Also those of a run that was interrupted. */
async function removeUploads(db: Db): Promise<void> {
  await db.deleteFrom('logo').where('upload_date', '=', uploadDate).execute()
  await sql`truncate picture_job`.execute(db)
}

type Sample = {
  designer_id: number
  title: string
  keywords: string[]
  client: string
  industry: string
  colors: string
  views: Buffer
}

async function readSamples(db: Db): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select designer_id, title, keywords, client, industry, colors::text as colors, views from logo join logo_look using (logo_id)
    where logo_id % 97 = 0 limit 400`.execute(db)
  return rows
}

const random = createRandom('uploads')

/** As submitLogo() adds one, with the words of some others. */
async function uploadOne(db: Db, samples: Sample[]): Promise<void> {
  const [a, b] = [random.pick(samples), random.pick(samples)]
  const hash = randomBytes(16).toString('hex')
  await transaction(db, async trx => {
    await enqueuePicture(trx, hash)
    const logoId = await insertLogo(trx, {
      designer_id: a.designer_id,
      title: a.title,
      keywords: b.keywords,
      client: b.client,
      industry: a.industry,
      logotype: 'Symbol',
      image: hash,
      side: 900,
      colors: a.colors,
      palette: 'many',
      upload_date: uploadDate,
    })
    await setLook(trx, logoId!, a.views)
    await reportSamePicture(trx, logoId!, new Date())
    await enqueueLookCheck(trx, logoId!)
  })
}

async function run(
  db: Db,
  upload: () => Promise<void>,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<UploadsResult['rows'][number]> {
  const start = await walPosition(db)
  const took: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - began < seconds * 1000) {
        const at = performance.now()
        await upload()
        took.push(performance.now() - at)
      }
    }),
  )
  const perSecond = (took.length * 1000) / (performance.now() - began)
  while (await db.selectFrom('search_fresh').select('logo_id').limit(1).executeTakeFirst()) await sleep(50)
  const walBytes = (await walPosition(db)) - start
  return { writers: clients, perSecond, latency: spreadOf(took), walKiB: walBytes / took.length / 1024 }
}

async function walPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as at`.execute(db)
  return rows[0]!.at
}

/** Between two uploads of a writer while answers are compared: without it, writing takes the time of comparing. */
const pauseMs = 500

async function compareWhileWriting(db: Db, upload: () => Promise<void>, queries: number) {
  let isComparing = true
  const writing = Promise.all(
    Array.from({ length: writers }, async () => {
      while (isComparing) {
        await upload()
        await sleep(pauseMs)
      }
    }),
  )
  let [compared, differing] = [0, 0]
  // Several snapshots, each beside other uploads that are not merged yet.
  const portions = 7
  for (let portion = 0; portion < portions; portion++) {
    const found = await compareWithBruteForce(db, { queries: Math.ceil(queries / portions), seed: portion })
    compared += found.compared
    differing += found.differing.length
  }
  isComparing = false
  await writing
  return { compared, differing }
}
