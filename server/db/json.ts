import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

declare const content: unique symbol
/** Text that is the JSON of a `T`. */
type JsonText<T> = string & { readonly [content]: T }

/**
 * An answer that the database serialized: it is sent without being parsed or validated, which would be most of the cost of a
 * long list. `T` is its type; the server's tests validate it against the contract.
 */
export class Json<T> {
  declare readonly content: T
  readonly text: string

  constructor(text: JsonText<T>) {
    this.text = text
  }
}

/** `{ data, count }` with these rows, in their order, as one column of one row. */
export function listAsJson<Row>(
  // biome-ignore lint/suspicious/noExplicitAny: of any tables
  rows: SelectQueryBuilder<any, any, Row>,
  count: RawBuilder<unknown>,
) {
  return sql<{ json: JsonText<{ data: Row[]; count: number }> }>`
    select json_build_object('data', coalesce(json_agg(listed), '[]'), 'count', ${count})::text as json
    from ${rows} as listed`
}
