import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

declare const says: unique symbol
/** A column of JSON that says `T`. */
type JsonText<T> = string & { readonly [says]: T }

/**
 * An answer that the database wrote as JSON and that is sent as it is, neither parsed nor checked on the way, which
 * would be most of what a long list costs. `T` is what it says; the server's tests hold it against the contract.
 */
export class Json<T> {
  declare readonly says: T
  readonly text: string

  constructor(text: JsonText<T>) {
    this.text = text
  }
}

/** `{ data, count }` with these rows, in their order, as one column of one row. */
export function listAsJson<Row>(
  // biome-ignore lint/suspicious/noExplicitAny: of whatever tables
  rows: SelectQueryBuilder<any, any, Row>,
  count: RawBuilder<unknown>,
) {
  return sql<{ json: JsonText<{ data: Row[]; count: number }> }>`
    select json_build_object('data', coalesce(json_agg(listed), '[]'), 'count', ${count})::text as json
    from ${rows} as listed`
}
