import { type RawBuilder, sql } from 'kysely'

/**
 * Part n of a section holds the ids from (n - 1) × 50,000 + 1 to n × 50,000. So a part has at most the 50,000 addresses
 * that the protocol allows, is found by the key, and keeps its address as others are added.
 */
export const partSize = 50_000

/** Rows of a table that have a page each. */
export type Section = {
  table: string
  id: string
  path: RawBuilder<string>
  at: RawBuilder<unknown>
  isShown: RawBuilder<unknown>
}

export const sections = {
  logos: {
    table: 'logo',
    id: 'logo_id',
    path: sql`'/logo/' || logo_id`,
    at: sql`upload_date`,
    isShown: sql`hidden_at is null`,
  },
  designers: {
    table: 'designer',
    id: 'designer_id',
    path: sql`'/designers/' || slug`,
    at: sql`null::timestamptz`,
    isShown: sql`closed_at is null and logo_ct > 0`,
  },
  collections: {
    table: 'collection',
    id: 'collection_id',
    path: sql`'/collection/' || collection_id`,
    at: sql`null::timestamptz`,
    isShown: sql`is_public and hidden_at is null and logo_ct > 0`,
  },
} satisfies Record<string, Section>

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as SectionName[]
