import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createScratchDatabase, openScratchServer } from '../scripts/generate/scratch.ts'
import { connect, type Db } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { dayMs } from '../shared/rules/time.ts'

type Options = { members: number; say: (line: string) => void }

/** By then the letters of the day and of the week are due. */
const aheadMs = 8 * dayMs

/**
 * How long the letters about what is new take for so many members; a quarter of them has nothing new. The process that writes
 * them is killed half-way, and another one writes the rest. Throws unless each member with something new has one letter.
 */
export async function measureDigest({ members, say }: Options): Promise<void> {
  const server = await openScratchServer()
  try {
    const { url } = await createScratchDatabase(server.url)
    await migrate(url)
    const { db, close } = connect(url, { statementTimeout: 0 })
    try {
      await fill(db, members)
      const { rows } = await sql<{
        n: number
      }>`select count(distinct designer_id)::int as n from activity`.execute(db)
      const expected = rows[0]!.n
      say(`${members} members, ${expected} of them with something new`)
      const killedMs = await run(url, async child => {
        while ((await countLetters(db)).letters < expected / 2 && child.exitCode === null) await sleep(20)
        child.kill('SIGKILL')
      })
      const { letters } = await countLetters(db)
      if (letters === 0 || letters >= expected)
        throw new Error(`Not killed half-way: ${letters} of ${expected}`)
      say(`Killed after ${seconds(killedMs)}: ${letters} letters are written`)
      const restMs = await run(url)
      const after = await countLetters(db)
      say(`The rest took ${seconds(restMs)}: ${after.letters} letters, ${after.twice} members have two`)
      if (after.twice || after.letters !== expected)
        throw new Error('A letter is missing, or was written twice.')
    } finally {
      await close()
    }
  } finally {
    await server.close()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Runs the writer until it ends; `during` may kill it. Gives how long it ran. */
async function run(url: string, during?: (child: ChildProcess) => Promise<void>): Promise<number> {
  const began = performance.now()
  const script = join(import.meta.dirname, 'digest-writer.ts')
  const child = spawn(process.execPath, [script, url, String(aheadMs)], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  await during?.(child)
  const [code, signal] = await ended
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The writer ended with ${code ?? signal}`)
  return performance.now() - began
}

async function countLetters(db: Db): Promise<{ letters: number; twice: number }> {
  const { rows } = await sql<{ letters: number; twice: number }>`
    select count(*)::int as letters, (count(*) - count(distinct to_address))::int as twice
    from mail where kind = 'news-letter'`.execute(db)
  return rows[0]!
}

/** Members with a logo each; three quarters get a like, half a comment, a quarter followers; each twentieth saved a search. */
async function fill(db: Db, members: number): Promise<void> {
  await sql`
    insert into designer (username, email, password_hash, slug, company, first_name, last_name)
    select 'member' || n, 'member' || n || '@example.com', '', 'member' || n, 'Studio ' || n, 'Robin', 'Vale'
    from generate_series(1, ${members}::int) n`.execute(db)
  await sql`
    insert into membership_grant (designer_id, source, source_reference, starts_on, ends_on)
    select designer_id, 'admin', designer_id::text, current_date - 1, current_date + 365 from designer`.execute(
    db,
  )
  await sql`
    insert into logo (designer_id, title, logotype, image, side)
    select designer_id, 'Mark ' || designer_id, 'Symbol', md5(designer_id::text), 900 from designer`.execute(
    db,
  )
  // Saved after the uploads: what it finds is seen.
  await sql`
    insert into saved_search (designer_id, name, query, seen_id, created_at)
    select designer_id, 'Symbols', 'filter_type=symbols', (select max(logo_id) from logo), now()
    from designer where designer_id % 20 = 0`.execute(db)
  const another = sql`designer_id % ${members}::int + 1`
  await sql`
    insert into logo_like (designer_id, logo_id) select ${another}, logo_id from logo where designer_id % 4 <> 0`.execute(
    db,
  )
  await sql`
    insert into comment (designer_id, logo_id, comment)
    select ${another}, logo_id, 'Well balanced.' from logo where designer_id % 4 in (1, 2)`.execute(db)
  await sql`
    insert into follow (follower_id, followed_id) select ${another}, designer_id from logo where designer_id % 4 = 1`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}
