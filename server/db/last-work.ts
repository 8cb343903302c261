import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** How long ago a process that does the background work last said so, by the database's clock; null if none ever did. */
export const lastWorkQuery = `select (extract(epoch from now() - (
  select (value ->> 'at')::timestamptz from setting where name = 'worked')) * 1000)::float8 as silence_ms`

/** Notes that a process does the background work. */
export async function noteWork(db: Db) {
  await sql`insert into setting (name, value) values ('worked', jsonb_build_object('at', now()))
    on conflict (name) do update set value = excluded.value`.execute(db)
}
