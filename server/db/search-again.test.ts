import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { compareWithBruteForce } from '../../bench/brute-force.ts'
import { createDesigner, createLogo } from '../../tests/factories.ts'
import { chooseBitmaps, refreshSuggestions } from '../features/search/queries.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { createScratchDatabase } from './scratch.ts'

test('logos of before the patterns are found by them, and the version before finds its own meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-search-again-'))
  const database = await createScratchDatabase(inject('database').server)
  const { db, close } = connect(database.url)
  try {
    const migrations = new URL('./migrations/', import.meta.url)
    const names = (await readdir(migrations)).sort()
    const migrateUpTo = async (number: string) => {
      for (const name of names.filter(name => name < number))
        await cp(new URL(name, migrations), join(folder, name))
      await migrate(database.url, folder)
    }
    const countOf = async (term: string) => {
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(bit_count(bits)), 0)::int as n from search_bitmap where term = ${term}`.execute(
        db,
      )
      return rows[0]!.n
    }

    const sizeOf = async (term: string) => {
      const { rows } = await sql<{ n: number }>`
        select pg_column_size(bits) as n from search_bitmap where term = ${term}`.execute(db)
      return rows[0]!.n
    }

    await migrateUpTo('0021')
    const { designer_id } = await createDesigner(db, { company: "Fox & O'Hare" })
    const upload = (title: string) => createLogo(db, { designer_id, title, client: 'Rose\\Wool Co' })
    for (const title of ['rose', 'rosette', 'rover']) await upload(title)
    await sql`select make_bitmap('fox'), make_bitmap('~l1')`.execute(db)

    await migrateUpTo('0022')
    expect(await countOf('fox')).toBe(3)
    const { logo_id } = await upload('fox')
    await upload('comet')
    await sql`select make_bitmap('rose')`.execute(db)
    expect([await countOf('fox'), await countOf('rose')]).toEqual([5, 5])
    await db.insertInto('logo_like').values({ designer_id, logo_id }).execute()
    // As those had that were lost.
    await sql`delete from search_bitmap where term = '~l1'`.execute(db)

    expect(await sizeOf('fox')).toBeGreaterThan(2048)
    await migrate(database.url)
    expect(await sizeOf('fox')).toBeLessThan(100)
    expect([await countOf('fox'), await countOf('rose')]).toEqual([5, 5])
    expect(await countOf('~l1')).toBe(1)
    const { rows } = await sql`
      select logo_id from logo_search
      where words @@ term_query('~F' || plain('Fox & O''Hare')) and words @@ term_query('~N' || plain('Rose\\Wool Co'))`.execute(
      db,
    )
    expect(rows).toHaveLength(5)
    await refreshSuggestions(db)
    await chooseBitmaps(db, { least: 2 })
    expect(await countOf('ro*')).toBe(5)
    const { differing, found } = await compareWithBruteForce(db, { queries: 60, seed: 'again' })
    expect(differing).toEqual([])
    expect(found).toBeGreaterThan(10)
  } finally {
    await close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
