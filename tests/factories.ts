import { randomBytes, randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import type { Random } from '../demo/random.ts'
import type { Db } from '../server/db/connect.ts'
import type { Database } from '../server/db/types.ts'
import { hashPassword } from '../server/lib/password.ts'
import { originalName } from '../server/outside/images.ts'
import { avifSet, webpSet } from '../shared/rules/image-url.ts'
import { paletteOf } from '../shared/rules/palette.ts'
import { stripUrl } from '../shared/rules/true-sizes.ts'

// Rows for tests. Each factory makes what it depends on, and accepts the columns that the test is about.

export const testPassword = 'Correct-Horse-1!'
let passwordHash: Promise<string> | undefined

type Overrides<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** A designer; an active member for a year by default. */
export async function createDesigner(
  db: Db,
  overrides: Overrides<'designer'> & { membership?: 'active' | 'lapsed' | 'none' } = {},
) {
  const { membership = 'active', ...values } = overrides
  passwordHash ??= hashPassword(testPassword)
  const name = `d${randomBytes(5).toString('hex')}`
  const designer = await db
    .insertInto('designer')
    .values({
      username: name,
      email: `${name}@example.com`,
      password_hash: await passwordHash,
      slug: name,
      company: `Studio ${name}`,
      first_name: 'Robin',
      last_name: 'Vale',
      // Staff and jurors of tests need no second factor, as those of the demonstration.
      has_demo_password: values.role !== undefined && values.role !== 'member',
      ...values,
    })
    .returning(['designer_id', 'username', 'email', 'slug', 'company'])
    .executeTakeFirstOrThrow()
  if (membership !== 'none')
    await grantMembership(db, designer.designer_id, membership === 'active' ? 365 : -60)
  return designer
}

/** A membership that ends `days` from today. */
async function grantMembership(db: Db, designerId: number, days: number) {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  await db
    .insertInto('membership_grant')
    .values({
      designer_id: designerId,
      source: 'admin',
      source_reference: randomBytes(8).toString('hex'),
      starts_on: day(days - 365),
      ends_on: day(days),
    })
    .execute()
}

/** A logo row (its picture is not stored), by a new designer by default. */
export async function createLogo(db: Db, overrides: Overrides<'logo'> = {}) {
  return db
    .insertInto('logo')
    .values({
      designer_id: overrides.designer_id ?? (await createDesigner(db)).designer_id,
      title: 'Plain mark',
      logotype: 'Symbol',
      image: randomBytes(16).toString('hex'),
      side: 900,
      ...overrides,
    })
    .returning(['logo_id', 'designer_id', 'title', 'upload_date'])
    .executeTakeFirstOrThrow()
}

/** The colours of a logo for tests: some well-known ones, so that they are found again, and any; or not found yet. */
export function randomPalette(random: Random): Pick<Insertable<Database['logo']>, 'colors' | 'palette'> {
  if (random.chance(0.2)) return { colors: null, palette: null }
  const known = ['#000000', '#e4002b', '#123a7a', '#00a651', '#808080']
  const hexes = Array.from({ length: random.int(0, 5) }, () =>
    random.chance(0.5) ? random.pick(known) : `#${random.int(0, 0xffffff).toString(16).padStart(6, '0')}`,
  )
  const kind = paletteOf(hexes.map(hex => hex !== '#000000' && hex !== '#808080'))
  return { colors: JSON.stringify(hexes.map(hex => ({ hex, share: 0.2 }))), palette: kind }
}

/** A picture for an upload: a square of a unique colour, 900 px by default. */
export function makePicture(
  options: { side?: number; width?: number; height?: number; format?: 'png' | 'jpeg' | 'gif' } = {},
): Promise<Buffer> {
  const { side = 900, width = side, height = side, format = 'png' } = options
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** The original of a logo's picture, and every file that pages and answers refer to. */
export function pictureFiles(image: string) {
  const sets = [webpSet(image), avifSet(image)].flatMap(set => set?.split(', ') ?? [])
  const urls = [...sets.map(entry => entry.split(' ')[0]!), stripUrl(image)]
  return [originalName(image), ...urls.flatMap(url => url?.slice(1) ?? [])]
}
