import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../tests/test-database.ts'
import { type Connection, connect } from '../../db/connect.ts'
import { markSign, marks } from './vocabulary.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const kinds = Object.entries(marks)
const markLiteral = new RegExp(`'${markSign}[A-Za-z]`, 'g')

it('gives every kind of term the same mark in TypeScript and in SQL', async () => {
  const { rows } = await connection.pool.query<{ kind: string; mark: string }>(
    'select kind, search_mark(kind) as mark from unnest($1::text[]) as kind',
    [kinds.map(([kind]) => kind)],
  )
  expect(rows).toEqual(kinds.map(([kind, mark]) => ({ kind, mark })))
})

it('writes the marks of SQL in search_mark() alone, and has no others there', async () => {
  const { rows } = await connection.pool.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace
       and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))`,
  )
  const literals = (source: string) => source.match(markLiteral) ?? []
  const definition = rows.find(row => row.name === 'search_mark')
  expect(definition).toBeDefined()
  expect(literals(definition?.source ?? '').sort()).toEqual(kinds.map(([, mark]) => `'${mark}`).sort())
  expect(rows.map(row => row.name)).toEqual(
    expect.arrayContaining(['terms_of', 'patterns_of', 'make_bitmap']),
  )
  const others = rows.filter(row => row.name !== 'search_mark' && literals(row.source).length > 0)
  expect(others.map(row => row.name)).toEqual([])
})

it('writes no mark as a literal in the queries', () => {
  const source = readFileSync(new URL('./queries.ts', import.meta.url), 'utf8')
  expect(source).toContain('marks.person')
  expect(source.match(markLiteral) ?? []).toEqual([])
})

it('describes every mark in docs/search.md', () => {
  const page = readFileSync(new URL('../../../docs/search.md', import.meta.url), 'utf8')
  const described = [...page.matchAll(/^\| `(\w+)` \| `(~\w)` \|/gm)].map(([, kind, mark]) => [kind, mark])
  expect(described).toEqual(kinds)
})
