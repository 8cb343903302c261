import { type RawBuilder, sql } from 'kysely'
import { visitorFreshLogos } from '../../../shared/rules/limits.ts'
import type { SixteenSort } from '../../../shared/rules/sixteen.ts'
import type { Db } from '../../db/connect.ts'
import { isBlocked } from '../../db/fragments.ts'
import type { Viewer } from '../../viewer.ts'

/** Orders of positions. Squares that are equal in them follow in the order of the grounds. */
const orders = {
  ground: sql``,
  year: sql`extract(year from logo.upload_date) desc,`,
  country: sql`nullif(owner.country, '') nulls last,`,
} satisfies Record<SixteenSort, RawBuilder<unknown>>

type Arrangement = {
  atlases: { atlas: string; count: number }[]
  order: number[] | null
  holes: number[]
  own: number[]
  is_growing: 0 | 1
}

type FirstAtlases = { total: number; atlases: { atlas: string; count: number }[]; has_hole: 0 | 1 }

/**
 * The atlases in their order, with positions in it: of the logos that are asked for, of those that show nothing to the viewer,
 * and of the viewer's own. One statement, so that all of it is of one moment. `ids`: only these logos; `book`: only this
 * book's.
 */
export async function arrange(
  db: Db,
  { sort, ids, book }: { sort: SixteenSort; ids?: number[]; book?: string },
  viewer: Pick<Viewer, 'id'>,
): Promise<Arrangement> {
  const isWhole = sort === 'ground' && !ids && book === undefined
  const isAsked = [
    ids && sql`square.logo_id = any (${ids}::int[])`,
    book !== undefined &&
      sql`exists (select from award join book using (book_id)
        where award.logo_id = square.logo_id and book.slug = ${book} and book.state = 'published')`,
  ].filter(condition => condition !== false && condition !== undefined)
  const { rows } = await sql<Arrangement>`
    with atlas as (
      select atlas_id, image, logo_ct,
        (sum(logo_ct) over (order by first_place, first_logo_id) - logo_ct)::int as before
      from sixteen_atlas),
    square as (select logo_id, before + slot as position from sixteen_square join atlas using (atlas_id))
    select
      (select coalesce(json_agg(json_build_object('atlas', image, 'count', logo_ct) order by before), '[]') from atlas) as atlases,
      ${
        isWhole
          ? sql`null::int[]`
          : sql`array(
        select position from square join logo using (logo_id) join designer owner using (designer_id)
        where ${sql.join(isAsked.length ? isAsked : [sql`true`], sql` and `)}
        order by ${orders[sort]} position)`
      } as "order",
      array(
        select position from sixteen_change join square using (logo_id) where is_gone
        union
        select position from member_block
        join logo on logo.designer_id = case blocker_id when ${viewer.id}::int then blocked_id else blocker_id end
        join square using (logo_id)
        where ${viewer.id}::int in (blocker_id, blocked_id)
        order by position) as holes,
      array(
        select position from logo join square using (logo_id) where logo.designer_id = ${viewer.id} order by position) as own,
      (exists (select from sixteen_change where not is_gone))::int as is_growing`.execute(db)
  return rows[0]!
}

/**
 * How many squares there are, and the first atlases up to `most` squares. `has_hole`: one of these holds a square that must not
 * be shown any more. It reads no squares but those that are gone.
 */
export async function findFirstAtlases(db: Db, most: number) {
  const { rows } = await sql<FirstAtlases>`
    with atlas as (
      select atlas_id, image, logo_ct, sum(logo_ct) over (order by first_place, first_logo_id) - logo_ct as before
      from sixteen_atlas),
    first as (select * from atlas where before < ${most}::int)
    select
      (select coalesce(sum(logo_ct), 0)::int from atlas) as total,
      (select coalesce(json_agg(json_build_object('atlas', image, 'count', logo_ct) order by before), '[]') from first) as atlases,
      (exists (select from sixteen_change join sixteen_square square using (logo_id)
        where is_gone and square.atlas_id in (select atlas_id from first)))::int as has_hole`.execute(db)
  return rows[0]!
}

/** An atlas's picture; undefined for one that was drawn again, or that holds a square which must not be shown any more. */
export async function findAtlasPicture(db: Db, image: string, density: 'small' | 'large') {
  const found = await db
    .selectFrom('sixteen_atlas')
    .where('image', '=', image)
    .where(
      sql<boolean>`not exists (select from sixteen_change join sixteen_square square using (logo_id)
        where is_gone and square.atlas_id = sixteen_atlas.atlas_id)`,
    )
    .select(sql<Buffer>`${sql.ref(density)}`.as('picture'))
    .executeTakeFirst()
  return found?.picture
}

/** How many squares an atlas has; undefined for one that was drawn again. */
export async function countSquares(db: Db, image: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('sixteen_atlas')
    .where('image', '=', image)
    .select('logo_ct')
    .executeTakeFirst()
  return found?.logo_ct
}

/** Whose the squares of an atlas are that the viewer may see. `isReader`: all can be opened, not only the newest. */
export const listNames = (
  db: Db,
  image: string,
  { viewer, isReader }: { viewer: Pick<Viewer, 'id'>; isReader: boolean },
) =>
  db
    .selectFrom('sixteen_atlas as atlas')
    .innerJoin('sixteen_square as square', 'square.atlas_id', 'atlas.atlas_id')
    .innerJoin('logo', 'logo.logo_id', 'square.logo_id')
    .innerJoin('designer as owner', 'owner.designer_id', 'logo.designer_id')
    .where('atlas.image', '=', image)
    .where('logo.hidden_at', 'is', null)
    .where(eb => eb.not(isBlocked(viewer, 'logo.designer_id')))
    .select([
      'square.slot',
      'logo.logo_id',
      'logo.image',
      'logo.title as logo',
      'owner.company',
      sql<boolean>`${isReader}::boolean or logo.logo_id in (select logo_id from logo where hidden_at is null
        order by upload_date desc, logo_id desc limit ${visitorFreshLogos}::int)`.as('can_open'),
    ])
    .execute()

// What follows is for the job that draws.

type Change = { logo_id: number; is_gone: boolean }

/** Of a long queue, as many of the newest logos are taken at once … */
const newestAtOnce = 16
/** … and of its oldest changes as many are put in the order of the grounds, however long it is. */
const sortedAtOnce = 32_768

/**
 * Takes the next changes from the queue: what must no longer be shown, a few of the newest logos, then older ones in the order of
 * their grounds. Logos of one ground stand in few atlases, so that a step draws few of them again.
 */
export async function takeChanges(trx: Db, most: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    delete from sixteen_change where change_id in (
      select change_id from (
        (select change_id, 1 as turn, 0 as n from sixteen_change where is_gone order by logo_id desc limit ${most}::int)
        union all
        (select change_id, 2, 0 from sixteen_change order by logo_id desc, change_id limit ${newestAtOnce}::int)
        union all
        (select change_id, 3, row_number() over (order by ground, logo_id, change_id) from
          (select change_id, logo_id from sixteen_change order by change_id limit ${sortedAtOnce}::int) as oldest
          left join logo using (logo_id) order by 3 limit ${most}::int)) as next
      group by change_id order by min(turn), min(n) limit ${most}::int)
    returning logo_id, is_gone`.execute(trx)
  return rows
}

/** Whether this process draws, until the transaction ends: one at a time does. */
export async function tryToDraw(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('draw atlases', 0)) as is_ours`.execute(trx)
  return rows[0]!.is_ours
}

/** Of these logos the shown ones. */
export const listToDraw = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('logo')
    .where('logo_id', '=', sql<number>`any (${[...ids]}::int[])`)
    .where('hidden_at', 'is', null)
    .select(['logo_id', 'image', 'ground'])
    .execute()

type AtlasPlace = { atlas_id: number; first_place: number; first_logo_id: number }

/** Where each atlas begins, in their order. */
export const listAtlasPlaces = (trx: Db): Promise<AtlasPlace[]> =>
  trx
    .selectFrom('sixteen_atlas')
    .select(['atlas_id', 'first_place', 'first_logo_id'])
    .orderBy('first_place')
    .orderBy('first_logo_id')
    .execute()

/** The squares of these logos that are in an atlas. */
export const listSquaresOf = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('sixteen_square')
    .where('logo_id', '=', sql<number>`any (${[...ids]}::int[])`)
    .select(['logo_id', 'atlas_id', 'picture'])
    .execute()

/** An atlas with its squares, by slot. */
export async function findAtlas(trx: Db, atlasId: number) {
  const atlas = await trx
    .selectFrom('sixteen_atlas')
    .where('atlas_id', '=', atlasId)
    .select(['small', 'large', 'logo_ct'])
    .executeTakeFirstOrThrow()
  const squares = await trx
    .selectFrom('sixteen_square')
    .where('atlas_id', '=', atlasId)
    .select(['logo_id', 'slot', 'picture', 'place'])
    .orderBy('slot')
    .execute()
  return { ...atlas, squares }
}

export type NewAtlas = {
  image: string
  small: Buffer
  large: Buffer
  /** In the order of their slots. */
  squares: { logo_id: number; picture: string; place: number }[]
}

/** Replaces an atlas by what was drawn of its squares and of those that joined them: none, one, or several. */
export async function replaceAtlas(
  trx: Db,
  atlasId: number | undefined,
  drawn: readonly NewAtlas[],
): Promise<void> {
  if (atlasId !== undefined) {
    await trx.deleteFrom('sixteen_square').where('atlas_id', '=', atlasId).execute()
    await trx.deleteFrom('sixteen_atlas').where('atlas_id', '=', atlasId).execute()
  }
  for (const { squares, ...pictures } of drawn) {
    const { atlas_id } = await trx
      .insertInto('sixteen_atlas')
      .values({
        ...pictures,
        logo_ct: squares.length,
        first_place: squares[0]!.place,
        first_logo_id: squares[0]!.logo_id,
      })
      .returning('atlas_id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('sixteen_square')
      .values(squares.map((square, slot) => ({ ...square, atlas_id, slot })))
      .execute()
  }
}
