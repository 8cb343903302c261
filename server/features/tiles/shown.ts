import { sql } from 'kysely'

/** Whether the logo of the tile is not hidden. A hidden one is shown to no juror, and no step waits for it. */
export const isTileShown = sql`not exists (
  select from logo hidden where hidden.logo_id = assignment.logo_id and hidden_at is not null)`
