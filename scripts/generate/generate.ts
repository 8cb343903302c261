import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { loadConfig } from '../../server/config.ts'
import { connect } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { writeQueriesSql } from './queries-sql.ts'
import { writeSchemaSql } from './schema-sql.ts'
import { createScratchDatabase, openScratchServer } from './scratch.ts'

type Column = {
  table: string
  column: string
  /** Name of the type; of the elements, when it is an array. */
  type: string
  is_array: boolean
  is_nullable: boolean
  has_default: boolean
  /** Never written by us: `generated always`. */
  is_generated: boolean
  comment: string | null
  checks: string[]
  /** Labels of an enumerated type. */
  labels: string[]
}

/** How values of a type are selected, and what may be inserted where that differs. */
type Mapping = { select: string; insert?: string }

/** As `connect.ts` reads them. A type that is missing here has to be thought of there, too. */
const mappings: Record<string, Mapping> = {
  bool: { select: 'boolean' },
  bytea: { select: 'Buffer' },
  // "YYYY-MM-DD"
  date: { select: 'string' },
  float4: { select: 'number' },
  float8: { select: 'number' },
  inet: { select: 'string' },
  int2: { select: 'number' },
  int4: { select: 'number' },
  int8: { select: 'number' },
  // The driver would write an array as an SQL array: pass JSON.stringify(value).
  json: { select: 'unknown', insert: 'string' },
  jsonb: { select: 'unknown', insert: 'string' },
  numeric: { select: 'string', insert: 'string | number' },
  text: { select: 'string' },
  timestamptz: { select: 'Date' },
  tsvector: { select: 'string' },
  bit: { select: 'string' },
  uuid: { select: 'string' },
  xid8: { select: 'string' },
  varchar: { select: 'string' },
}

/** Those of which the driver reads arrays element by element as above. */
const arrays = new Set(['bool', 'float4', 'float8', 'int2', 'int4', 'text', 'timestamptz', 'uuid', 'varchar'])

const header =
  '// Generated from the migrated database by `node scripts/generate/generate.ts`; do not edit.\n'

/** Without the views that keep a table's former name for the version before: this version does not use them. */
const columnsQuery = `
  select c.relname as table, a.attname as column, coalesce(e.typname, b.typname) as type, e.oid is not null as is_array,
    not (a.attnotnull or t.typnotnull) as is_nullable,
    a.atthasdef or a.attidentity <> '' or t.typdefault is not null as has_default,
    a.attidentity = 'a' or a.attgenerated <> '' as is_generated,
    col_description(c.oid, a.attnum) as comment,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum] order by k.conname) as checks,
    array(select enumlabel::text from pg_enum where enumtypid = coalesce(e.oid, b.oid) order by enumsortorder) as labels
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  join pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
  left join pg_type e on e.oid = b.typelem and b.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and c.relname <> 'schema_migration'
    and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'former name of %'
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", a.attnum`

/** The source of `types.ts`: Kysely's `Database` interface for every table and view, with the columns' comments. */
export async function generateTypes(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Column>(columnsQuery)
  const tables = Map.groupBy(rows, row => row.table)
  const database = [...tables.keys()].map(table => `  ${table}: ${pascalCase(table)}\n`)
  const interfaces = [...tables].map(([table, columns]) => {
    const lines = columns.map(column => `${commentOf(column)}  ${column.column}: ${typeOf(column)}\n`)
    return `interface ${pascalCase(table)} {\n${lines.join('')}}\n`
  })
  const body = [`export interface Database {\n${database.join('')}}\n`, ...interfaces].join('\n')
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter(name => body.includes(`${name}<`))
  const imports = used.length ? `import type { ${used.join(', ')} } from 'kysely'\n` : ''
  return [header, imports, '\n', body].join('')
}

function typeOf(column: Column): string {
  const { select, insert = select } = mappingOf(column)
  const nullable = column.is_nullable ? ' | null' : ''
  if (column.is_generated) return `GeneratedAlways<${select}${nullable}>`
  if (insert !== select) {
    const absent = column.has_default || column.is_nullable ? ' | undefined' : ''
    return `ColumnType<${select}${nullable}, ${insert}${nullable}${absent}, ${insert}${nullable}>`
  }
  return column.has_default ? `Generated<${select}${nullable}>` : `${select}${nullable}`
}

function mappingOf(column: Column): Mapping {
  const values = column.labels.length
    ? column.labels.map(quote)
    : column.checks.map(check => listedValues(check, column.type)).find(Boolean)
  if (values && !column.is_array) return { select: values.join(' | ') }
  const mapping = mappings[column.type]
  if (mapping && !column.is_array) return mapping
  if (mapping && arrays.has(column.type)) return { select: `${mapping.select}[]` }
  const type = column.is_array ? `${column.type}[]` : column.type
  throw new Error(
    `${column.table}.${column.column} is of type ${type}: say in scripts/generate/generate.ts what it is in TypeScript.`,
  )
}

/** The values of `check (column in (…))`, as TypeScript literals; undefined for any other constraint. */
function listedValues(check: string, type: string): string[] | undefined {
  const literal = String.raw`(?:'(?:[^']|'')*'|\d+)(?:::[a-z ]+)?`
  const [, list] =
    new RegExp(
      String.raw`^CHECK \(\("?\w+"? = (?:ANY \(ARRAY\[)?(${literal}(?:, ${literal})*)(?:\]\))?\)\)$`,
    ).exec(check) ?? []
  const values = list
    ?.match(/'(?:[^']|'')*'|\d+/g)
    ?.map(value => value.replace(/^'(.*)'$/, '$1').replaceAll("''", "'"))
  return mappings[type]?.select === 'number' ? values : values?.map(quote)
}

function commentOf({ comment }: Column): string {
  return comment ? `  /** ${comment.replaceAll('*/', '*\\/')} */\n` : ''
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** What is kept in the repository but follows from the migrated database: text by path. */
async function makeFiles(pool: Pool): Promise<Map<string, string>> {
  // The queries last: recording them leaves rows behind.
  return new Map([
    ['server/db/types.ts', await generateTypes(pool)],
    ['server/db/schema.sql', await writeSchemaSql(pool)],
    ...(await writeQueriesSql(pool)),
  ])
}

const root = join(import.meta.dirname, '../..')

/** Writes those files, or with `check` only compares; gives the paths of those that were not as they should be. */
async function generate(pool: Pool, check: boolean): Promise<string[]> {
  const stale: string[] = []
  const files = await makeFiles(pool)
  for (const [path, text] of files) {
    if (text === (await readFile(join(root, path), 'utf8').catch(() => ''))) continue
    stale.push(path)
    if (!check) await writeFile(join(root, path), text)
  }
  for (const entry of await readdir(join(root, 'server'), { recursive: true })) {
    const path = `server/${entry}`
    if (!path.endsWith('/queries.sql') || files.has(path)) continue
    stale.push(path)
    if (!check) await rm(join(root, path))
  }
  return stale
}

async function withMigratedDatabase<T>(databaseUrl: string | undefined, work: (pool: Pool) => Promise<T>) {
  const server = await openScratchServer(databaseUrl)
  try {
    const database = await createScratchDatabase(server.url)
    try {
      await migrate(database.url)
      const { pool, close } = connect(database.url)
      return await work(pool).finally(close)
    } finally {
      await database.drop()
    }
  } finally {
    await server.close()
  }
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = await withMigratedDatabase(loadConfig().databaseUrl, pool => generate(pool, check))
  for (const path of stale) process.stdout.write(check ? `${path} is stale.\n` : `Wrote ${path}.\n`)
  if (check && stale.length) {
    process.stdout.write('Run `node scripts/generate/generate.ts` and commit what it writes.\n')
    process.exitCode = 1
  }
}
