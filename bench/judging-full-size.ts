import { sql } from 'kysely'
import { inventScore } from '../demo/play-jurors.ts'
import { createScratchDatabase, openScratchServer } from '../scripts/generate/scratch.ts'
import { connect, type Db } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { writeResultLetters } from '../server/features/judging/write-letters.ts'
import * as api from '../shared/api.ts'
import { dayMs } from '../shared/rules/time.ts'
import { createDesigner } from '../tests/factories.ts'
import { type Client, startTestServer, type TestServer } from '../tests/server.ts'
import { type Spread, spreadOf } from './statistics.ts'

// A book at its full size, from opening to its letters, through the program's own calls.

export type FullSize = { entries: number; entrants: number; jurors: number; places: number }
export const fullSize: FullSize = { entries: 36_000, entrants: 20_000, jurors: 9, places: 2_000 }

/** Times in seconds; of calls in milliseconds. */
export type FullSizeResult = FullSize & {
  scores: number
  draw: number
  tilesMs: Spread
  scoresMs: Spread
  /** The chair's room while the book is open, with what keeps it from closing, and while it is judged. */
  openRoomMs: Spread
  judgingRoomMs: Spread
  /** The steps to the border round and to ratified: each reads all scores, fits the model and writes the ranks. */
  firstFit: number
  finalFit: number
  publish: number
  letters: number
}

const scoresPerCall = 100

export async function measureFullSize(size: FullSize, say: (line: string) => void): Promise<FullSizeResult> {
  const postgres = await openScratchServer()
  const { url } = await createScratchDatabase(postgres.url)
  await migrate(url)
  const loader = connect(url, { max: 1, statementTimeout: 0 })
  await fill(loader.db, size)
  await loader.close()
  const server = await startTestServer({}, { databaseUrl: url, shedsLoad: true })
  try {
    return await play(server, size, say)
  } finally {
    await server.close()
    await postgres.close()
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function play(
  server: TestServer,
  size: FullSize,
  say: (line: string) => void,
): Promise<FullSizeResult> {
  const { db } = server
  const staff = { membership: 'none' as const }
  const chair = await server.signIn(await createDesigner(db, { ...staff, role: 'chair' }))
  const jurors = []
  for (let i = 0; i < size.jurors; i++) jurors.push(await createDesigner(db, { ...staff, role: 'juror' }))
  const book = 'book-14'
  await chair.call(api.desk.books.open, {
    series: 'book',
    number: 14,
    title: 'Colophon Book 14',
    places: size.places,
    closes_at: new Date(Date.now() + dayMs).toISOString(),
  })
  await chair.call(api.desk.books.setJurors, { book, designer_ids: jurors.map(juror => juror.designer_id) })
  await sql`insert into entry (book_id, logo_id) select book_id, logo_id from book, logo where slug = ${book}`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  const step = (to: 'closed' | 'judging' | 'border' | 'ratified' | 'published') =>
    seconds(() => chair.call(api.desk.books.setState, { book, to, why: 'Measured' }))
  const openRoomMs = await readRoom(chair, book)
  await step('closed')
  const draw = await step('judging')
  say(`The draw: ${draw.toFixed(1)} s`)

  const bench = await Promise.all(jurors.map(juror => server.signIn(juror)))
  const times = { tiles: [] as number[], scores: [] as number[] }
  const early = bench.slice(0, Math.ceil(size.jurors / 2))
  const half = await judge(early, 1, times)
  const judgingRoomMs = await readRoom(chair, book)
  let scores = half + (await judge(bench, 1, times))
  say(`${scores} scores: the tiles of each hundred, then the hundred scores`)
  const firstFit = await step('border')
  scores += await judge(bench, 2, { tiles: [], scores: [] })
  const finalFit = await step('ratified')
  say(`Fits and ranks: ${firstFit.toFixed(1)} s, ${finalFit.toFixed(1)} s`)
  const publish = await step('published')
  const letters = await seconds(() => writeResultLetters(server.services))
  say(`Published: ${publish.toFixed(1)} s, letters ${letters.toFixed(1)} s`)
  const [tilesMs, scoresMs] = [spreadOf(times.tiles), spreadOf(times.scores)]
  const rooms = { openRoomMs, judgingRoomMs }
  return { ...size, scores, draw, tilesMs, scoresMs, ...rooms, firstFit, finalFit, publish, letters }
}

/** Entrants and logos: by plain rows, as what they look like costs nothing here. */
async function fill(db: Db, { entries, entrants }: FullSize) {
  const { designer_id } = await createDesigner(db)
  const { rows } = await sql<{ columns: string }>`
    select string_agg(column_name, ', ') as columns from information_schema.columns
    where table_name = 'designer' and is_generated = 'NEVER' and identity_generation is null
      and column_name not in ('username', 'email', 'slug', 'company')`.execute(db)
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`
    insert into designer (username, email, slug, company, ${columns})
    select 'entrant' || n, 'entrant' || n || '@example.com', 'entrant-' || n, 'Entrant ' || n, ${columns}
    from designer, generate_series(1, ${entrants}::integer) n where designer_id = ${designer_id}`.execute(db)
  // Without the triggers, which would index every logo's words one by one.
  await sql`set session_replication_role = replica`.execute(db)
  await sql`
    insert into logo (designer_id, title, logotype, image, side, industry, designer)
    select ${designer_id}::integer + 1 + n % ${entrants}::integer, 'Mark ' || n, 'Symbol', md5(n::text), 900, 'Printing',
      'Person ' || n % ${entrants}::integer
    from generate_series(1, ${entries}::integer) n`.execute(db)
}

/** What the chair's room asks for, ten times. */
async function readRoom(chair: Client, book: string): Promise<Spread> {
  const times: number[] = []
  for (let i = 0; i < 10; i++)
    times.push(1000 * (await seconds(() => chair.call(api.desk.books.find, { book }))))
  return spreadOf(times)
}

/** Every juror asks for a grid of tiles, and sends scores a hundred at a time, until none is left; how many there were. */
async function judge(bench: readonly Client[], round: 1 | 2, times: { tiles: number[]; scores: number[] }) {
  let sent = 0
  for (const [i, juror] of bench.entries())
    for (;;) {
      const began = performance.now()
      await juror.call(api.jury.tiles, {})
      times.tiles.push(performance.now() - began)
      const { data } = await juror.call(api.jury.tiles, { page_size: scoresPerCall })
      if (!data.length) break
      const scores = data.map(({ assignment_id }, position) => ({
        key: `${assignment_id}`,
        assignment_id,
        // The logo's number is not told to jurors: by assignment, a book's scores are as mixed as real ones.
        score: inventScore(Math.floor(assignment_id / 3), i + 1, round),
        scored_at: new Date(Date.now() - 1000 * (data.length - position)).toISOString(),
      }))
      const ready = performance.now()
      await juror.call(api.jury.sendScores, { scores })
      times.scores.push(performance.now() - ready)
      sent += data.length
    }
  return sent
}
