import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { partSize, type Section, type SectionName, sections } from './sections.ts'

/** A page of the site: its path, and when it last changed, where that is known. */
export type SitemapPage = { path: string; at: Date | null }

const inPart = ({ id, isShown }: Section, part: RawBuilder<number>) => sql`
  ${sql.ref(id)} > (${part} - 1) * ${sql.lit(partSize)} and ${sql.ref(id)} <= ${part} * ${sql.lit(partSize)} and ${isShown}`

/** The numbers of the section's parts in which a visitor sees something. Costs one look into the index per part. */
export async function listParts(db: Db, name: SectionName): Promise<number[]> {
  const section = sections[name]
  const { rows } = await sql<{ part: number }>`
    select part
    from generate_series(1, (select coalesce(max(${sql.ref(section.id)}), 0) / ${sql.lit(partSize)} + 1 from ${sql.table(section.table)})) part
    where exists (select from ${sql.table(section.table)} where ${inPart(section, sql`part`)})
    order by part`.execute(db)
  return rows.map(row => row.part)
}

/** The pages of one part that a visitor sees, by id. */
export async function listPartPages(db: Db, name: SectionName, part: number): Promise<SitemapPage[]> {
  const section = sections[name]
  const { rows } = await sql<SitemapPage>`
    select ${section.path} as path, ${section.at} as at
    from ${sql.table(section.table)}
    where ${inPart(section, sql`${part}::int`)}
    order by ${sql.ref(section.id)}`.execute(db)
  return rows
}
