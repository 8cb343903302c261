import { differenceCiede2000 } from 'culori'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, type Random } from '../../../demo/random.ts'
import type { Trend } from '../../../shared/api/trends.ts'
import * as api from '../../../shared/api.ts'
import {
  boundsOf,
  leastTrend,
  mostTrends,
  nameQuarter,
  quarterAfter,
  quarterBefore,
  quarterOf,
  sameShapeFrom,
  trendColors,
} from '../../../shared/rules/trends.ts'
import { allowSvg } from '../../../tests/allow-svg.ts'
import { createDesigner, createLogo, randomPalette } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { countNext } from '../../jobs/count-trends.ts'
import {
  describedSide,
  describeLogo,
  modelVersion,
  shapeNorm,
  shapeZero,
  viewBytes,
} from '../../lib/look/describe.ts'
import { shapeLength } from '../../lib/look/projection.ts'
import { readPicture } from '../../outside/images.ts'

allowSvg()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const countAll = async () => {
  // After the pause of every quarter that was counted before.
  server.clock.aheadMs += 60_000
  while (await countNext(server.services));
}
const find = (quarter?: string, client: Client = server.visit()) => client.call(api.trends.find, { quarter })

const paths = {
  arrow: 'M20 40h40V20l30 30-30 30V60H20z',
  knot: 'M50 10 90 50 50 90 10 50zM50 30 70 50 50 70 30 50z',
  crescent: 'M60 10a40 40 0 1 0 0 80 50 50 0 0 1 0-80z',
  corner: 'M15 10h20v60h45v20H15z',
}
async function viewsOf(path: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 100 100"><rect width="100" height="100" fill="#fff"/><path fill-rule="evenodd" d="${path}"/></svg>`
  return describeLogo(await readPicture(await sharp(Buffer.from(svg)).png().toBuffer(), describedSide))
}

/** Adds a logo on a day of the quarter; `views` is what it looks like. */
async function add(
  quarter: string,
  { views, ...values }: Parameters<typeof createLogo>[1] & { views?: Buffer },
) {
  const { from, until } = boundsOf(quarter)
  const upload_date = new Date(from.getTime() + Math.floor((until.getTime() - from.getTime()) * 0.4))
  const logo = await createLogo(server.db, { upload_date, ...values })
  if (views)
    await server.db
      .insertInto('logo_look')
      .values({ logo_id: logo.logo_id, model_version: modelVersion, views })
      .execute()
  return logo
}

test('quarters follow each other across years, and their names are parsed and written alike', () => {
  expect([quarterOf(new Date('2026-09-30T23:59:59Z')), quarterOf(new Date('2026-10-01T00:00:00Z'))]).toEqual([
    '2026-3',
    '2026-4',
  ])
  expect([quarterBefore('2026-1'), quarterAfter('2025-4'), nameQuarter('2026-3')]).toEqual([
    '2025-4',
    '2026-1',
    'July to September 2026',
  ])
  expect(boundsOf('2026-4')).toEqual({ from: new Date('2026-10-01'), until: new Date('2027-01-01') })
  expect(boundsOf('0000-1').until).toEqual(boundsOf('0000-2').from)
})

test('the database and the program agree on the quarters that an upload changes', async () => {
  for (const at of [
    '2026-03-31T23:59:59.999Z',
    '2026-11-30T12:00:00Z',
    '2026-04-01T00:00:00Z',
    '1999-12-31T23:30:00Z',
  ]) {
    await server.db.deleteFrom('trend_change').execute()
    const { logo_id } = await createLogo(server.db, { upload_date: new Date(at) })
    const rows = await server.db.selectFrom('trend_change').select('quarter').execute()
    const quarter = quarterOf(new Date(at))
    expect(rows.map(row => row.quarter).sort()).toEqual([quarter, quarterAfter(quarter)])
    await server.db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
  }
})

test('a quarter is counted again after ten milliseconds for each logo it compares, at most ten minutes', async () => {
  const { clock, services, db } = server
  const quarter = '1961-2'
  await add(quarter, {})
  await countAll()
  /** Changes the quarter, which was counted just now, and says after how many of these seconds it is due. */
  const dueAfter = async (counts: { logo_ct: number; before_ct: number }, seconds: number[]) => {
    await db
      .updateTable('trend_quarter')
      .set({ ...counts, counted_at: services.now() })
      .where('quarter', '=', quarter)
      .execute()
    await add(quarter, {})
    await db.deleteFrom('trend_change').where('quarter', '!=', quarter).execute()
    for (const second of seconds) {
      clock.aheadMs += second * 1000
      if (await countNext(services)) return second
      clock.aheadMs -= second * 1000
    }
    return undefined
  }
  expect(await dueAfter({ logo_ct: 3000, before_ct: 2000 }, [0, 45, 60])).toBe(60)
  expect(await dueAfter({ logo_ct: 900_000, before_ct: 900_000 }, [0, 590, 610])).toBe(610)
  // By a clock that was an hour ahead.
  expect(await dueAfter({ logo_ct: 3000, before_ct: 2000 }, [-3600])).toBe(-3600)
  clock.aheadMs += 3600_000
  // It would be the first quarter of all.
  await db.deleteFrom('logo').where('upload_date', '<', boundsOf(quarter).until).execute()
  await countAll()
})

/**
 * A look near another, or further away: its views with little or much noise, at the length that views have. Two with much noise are not
 * of one shape, all others are.
 */
function varied(views: Buffer, random: Random): Buffer {
  const most = random.pick([3, 17])
  const made = Buffer.from(views)
  for (let at = 0; at < made.length; at += viewBytes) {
    const shape = Array.from(
      { length: shapeLength },
      (_, i) => views[at + i]! - shapeZero + random.int(-most, most),
    )
    const scale = shapeNorm / Math.hypot(...shape)
    shape.forEach((value, i) => {
      made[at + i] = shapeZero + Math.max(-63, Math.min(63, Math.round(value * scale)))
    })
  }
  return made
}

/** The rows of a kind as one would count them by hand: by name, with the counts of both quarters. */
function countByHand(logos: readonly { when: 0 | 1; names: string[] }[]) {
  const counts = new Map<string, [number, number]>()
  for (const { when, names } of logos)
    for (const name of new Set(names)) {
      const count = counts.get(name) ?? [0, 0]
      count[when]++
      counts.set(name, count)
    }
  return counts
}

test('figures are those of a count by hand: words, colours, palettes and shapes; hidden logos never count', async () => {
  const random = createRandom('trends')
  const [now, before] = ['2021-3', '2021-2']
  const looks = await Promise.all(Object.values(paths).map(viewsOf))
  const words = Array.from({ length: 30 }, (_, i) => `word${i}`)
  type Made = {
    logo_id: number
    when: 0 | 1
    keywords: string[]
    industry: string
    colors: { hex: string }[]
    hasColors: boolean
    palette: string | null
    views: Buffer | undefined
  }
  const made: Made[] = []
  for (let i = 0; i < 240; i++) {
    const when = random.chance(0.5) ? 1 : 0
    const lean = when ? 30 : 18
    const keywords = Array.from({ length: random.int(0, 5) }, () => words[random.int(0, lean - 1)]!)
    const industry = random.chance(0.2) ? '' : `Trade ${random.int(1, when ? 9 : 7)}`
    const { colors = null, palette = null } = randomPalette(random)
    // Near each other, not equal, so that it matters which one is measured.
    const views = random.chance(0.2) ? undefined : varied(looks[random.int(0, when ? 3 : 2)]!, random)
    const isHidden = random.chance(0.15)
    const { logo_id } = await add(when ? now : before, {
      // Some in capitals, and the first one again in `keywords2`: a word counts once for each logo.
      keywords: keywords.map(word => (random.chance(0.3) ? word.toUpperCase() : word)),
      keywords2: keywords.slice(0, 1),
      industry,
      colors,
      palette,
      ...(views && { views }),
      ...(isHidden && { hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A test.' }),
    })
    if (isHidden) continue
    const list = colors === null ? [] : (JSON.parse(colors as string) as { hex: string }[])
    made.push({
      logo_id,
      when,
      keywords,
      industry,
      colors: list,
      hasColors: colors !== null,
      palette: palette as string | null,
      views,
    })
  }
  await countAll()
  const answer = await find(now)
  const totals = [made.filter(logo => !logo.when).length, made.filter(logo => logo.when).length] as const
  expect(answer).toMatchObject({ quarter: now, logo_ct: totals[1], before_ct: totals[0], earlier: before })

  const difference = differenceCiede2000()
  const nameOf = (hex: string) =>
    Object.entries(trendColors).reduce((best, next) =>
      difference(hex, `#${next[1]}`) < difference(hex, `#${best[1]}`) ? next : best,
    )[0]
  const namesOf = {
    keywords: (logo: Made) => logo.keywords,
    industries: (logo: Made) => (logo.industry ? [logo.industry] : []),
    colors: (logo: Made) => logo.colors.map(({ hex }) => nameOf(hex)),
    palettes: (logo: Made) => (logo.palette ? [logo.palette] : []),
  }
  // A logo whose colours or look are not found yet is left out of the shares.
  const totalsOf = (isKnown: (logo: Made) => boolean) =>
    ([0, 1] as const).map(when => made.filter(logo => logo.when === when && isKnown(logo)).length) as [
      number,
      number,
    ]
  for (const [kind, names] of Object.entries(namesOf) as [keyof typeof namesOf, (logo: Made) => string[]][]) {
    const known = kind === 'colors' || kind === 'palettes' ? totalsOf(logo => logo.hasColors) : totals
    const byHand = countByHand(made.map(logo => ({ when: logo.when, names: names(logo) })))
    const rows = answer.data.filter(row => row.kind === kind)
    expect(rows.length, kind).toBeGreaterThan(1)
    const growth = ([was, is]: readonly [number, number]) => is / known[1] - was / known[0]
    for (const direction of ['rising', 'falling'] as const) {
      const sign = direction === 'rising' ? 1 : -1
      const expected = [...byHand]
        .filter(([, counts]) => counts[0] + counts[1] >= leastTrend && growth(counts) * sign > 1e-12)
        .sort(([a, was], [b, is]) => {
          const by = (growth(is) - growth(was)) * sign
          return Math.abs(by) > 1e-12 ? by : a < b ? -1 : 1
        })
        .slice(0, mostTrends[kind])
        .map(([name, [was, is]]) => [name.toLowerCase(), is, was])
      const listed = rows.filter(row => row.direction === direction)
      expect(listed.map(row => [row.name.toLowerCase(), row.count, row.before_count])).toEqual(expected)
    }
    for (const row of rows) {
      expect(row.share).toBeCloseTo(row.count / known[1], 3)
      expect(row.before_share).toBeCloseTo(row.before_count / known[0], 3)
    }
  }

  const shapes = answer.data.filter(row => row.kind === 'shapes')
  expect(shapes.length).toBeGreaterThan(1)
  const looked = totalsOf(logo => logo.views !== undefined)
  expect([looked[0] < totals[0], looked[1] < totals[1]]).toEqual([true, true])
  for (const shape of shapes) {
    const views = made.find(logo => logo.logo_id === shape.logos[0]!.logo_id)!.views!
    const countAlike = (least: number, when: 0 | 1) =>
      made.filter(logo => logo.when === when && logo.views && likenessByHand(views, logo.views) >= least)
        .length
    for (const [count, when] of [
      [shape.count, 1],
      [shape.before_count, 0],
    ] as const) {
      expect(count).toBeGreaterThanOrEqual(countAlike(sameShapeFrom + 1, when))
      expect(count).toBeLessThanOrEqual(countAlike(sameShapeFrom - 1, when))
    }
    // The logos beside it are those most like it.
    const others = shape.logos.slice(1).map(logo => made.find(each => each.logo_id === logo.logo_id)!.views!)
    const likenesses = others.map(other => likenessByHand(views, other))
    for (const [i, likeness] of likenesses.entries())
      expect(likeness).toBeLessThanOrEqual((likenesses[i - 1] ?? 100) + 1)
    expect(likenesses.length).toBeGreaterThan(0)
    expect(shape.share).toBeCloseTo(shape.count / looked[1], 3)
    expect(shape.direction).toBe(
      shape.count / looked[1] > shape.before_count / looked[0] ? 'rising' : 'falling',
    )
  }
  const sizes = new Set(
    made.flatMap(({ views }) =>
      views
        ? [made.filter(other => other.views && likenessByHand(views, other.views) >= sameShapeFrom).length]
        : [],
    ),
  )
  expect(sizes.size).toBeGreaterThan(5)
  // The same shape is listed once.
  const firsts = shapes.map(shape => made.find(logo => logo.logo_id === shape.logos[0]!.logo_id)!.views!)
  for (const [i, views] of firsts.entries())
    for (const other of firsts.slice(i + 1))
      expect(likenessByHand(views, other)).toBeLessThanOrEqual(sameShapeFrom)
})

/** The greatest cosine between two logos' views by shape, in hundredths. The index multiplies whole numbers, and may differ by one. */
function likenessByHand(one: Buffer, other: Buffer): number {
  let most = -1
  for (let a = 0; a < one.length; a += viewBytes)
    for (let b = 0; b < other.length; b += viewBytes) {
      let [dot, first, second] = [0, 0, 0]
      for (let i = 0; i < shapeLength; i++) {
        const [x, y] = [one[a + i]! - 64, other[b + i]! - 64]
        dot += x * y
        first += x * x
        second += y * y
      }
      most = Math.max(most, dot / Math.sqrt(first * second))
    }
  return Math.round(most * 100)
}

test('a typical logo that is hidden or whose designer is blocked is shown no more, and then counts no more', async () => {
  const [owner, reader] = [await createDesigner(server.db), await createDesigner(server.db)]
  const client = await server.signIn(reader)
  const views = await viewsOf('M10 10h30v30H10zM60 60h30v30H60zM10 60h30v30H10z')
  const quarter = '2019-2'
  const of = (values: Parameters<typeof createLogo>[1]) =>
    add(quarter, { keywords: ['steps'], views, ...values })
  const first = await of({ designer_id: owner.designer_id, title: 'Firstmark' })
  for (let i = 0; i < 4; i++) await of({ title: 'Othermark' })
  await countAll()
  const shapeOf = ({ data }: { data: Trend[] }) => data.find(row => row.kind === 'shapes')
  const wordOf = ({ data }: { data: Trend[] }) => data.find(row => row.name === 'steps')
  expect(shapeOf(await find(quarter))).toMatchObject({ name: 'Firstmark', count: 5 })
  await client.call(api.designers.block, { designer_id: owner.designer_id, state: 1 })
  expect(shapeOf(await find(quarter, client))).toMatchObject({ name: 'Othermark' })
  expect(JSON.stringify(await find(quarter, client))).not.toContain('Firstmark')
  await server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A test.' })
    .where('logo_id', '=', first.logo_id)
    .execute()
  // The figures follow when the quarter is counted again; the picture is gone at once.
  expect(JSON.stringify(await find(quarter))).not.toContain('Firstmark')
  await countAll()
  expect([shapeOf(await find(quarter))!.count, wordOf(await find(quarter))!.count]).toEqual([4, 4])
  await server.db
    .deleteFrom('logo')
    .where('hidden_at', 'is', null)
    .where('upload_date', '>=', boundsOf(quarter).from)
    .where('upload_date', '<', boundsOf(quarter).until)
    .execute()
  await countAll()
  expect(await find(quarter)).toMatchObject({ logo_ct: 0, data: [], counted_at: null })
})

test('a first quarter has no quarter before, a quarter without logos is empty, and an invalid quarter is refused', async () => {
  for (let i = 0; i < 3; i++) await add('2011-4', { keywords: ['origin'] })
  await countAll()
  const first = await find('2011-4')
  expect(first).toMatchObject({ logo_ct: 3, before_ct: 0, earlier: null })
  expect(first.data).toMatchObject([{ kind: 'keywords', direction: 'rising', name: 'origin', count: 3 }])
  expect(await find('2012-2')).toMatchObject({ logo_ct: 0, earlier: '2011-4', data: [] })
  const next = await find()
  expect(next.later).toBe(null)
  expect(next.logo_ct).toBeGreaterThan(0)
  expect((await find('2012-2')).later! <= next.quarter).toBe(true)
  // A quarter that follows is compared with it at the next count.
  for (let i = 0; i < 3; i++) await add('2012-1', { keywords: ['origin'] })
  await countAll()
  await add('2011-4', { keywords: [] })
  await countAll()
  const [row] = (await find('2012-1')).data
  expect(row).toMatchObject({ name: 'origin', share: 1, before_count: 3, before_share: 0.75 })
  for (const quarter of ['2026-5', '2026', '3-2026', '2026-3 '])
    expect(await refusal(find(quarter))).toMatchObject({ status: 400 })
})

test('while the colours and looks of the quarter before are not found yet, no colour, palette or shape rises; in the first quarter all do', async () => {
  const views = await viewsOf('M10 10h80v12H10zM10 40h50v12H10zM10 70h80v12H10z')
  const colors = JSON.stringify([{ hex: '#1f5fd0', share: 1 }])
  const measured = { colors, palette: 'one-color' as const, views, keywords: ['bars'] }
  const kinds = async (quarter: string) =>
    [...new Set((await find(quarter)).data.map(row => row.kind))].toSorted()
  for (let i = 0; i < 3; i++) {
    await add('2008-1', { keywords: ['older'] })
    await add('2008-2', measured)
  }
  await countAll()
  expect(await kinds('2008-2')).toEqual(['keywords'])
  await server.db.deleteFrom('logo').where('upload_date', '<', boundsOf('2008-2').from).execute()
  await countAll()
  expect(await kinds('2008-2')).toEqual(['colors', 'keywords', 'palettes', 'shapes'])
})

test('the same rows are CSV', async () => {
  const { data } = await find('2012-1')
  const answer = await server.visit().send({ method: 'GET', url: '/api/trends.csv?quarter=2012-1' })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, ...rows] = answer.body.trim().split('\r\n')
  expect(head).toBe('kind,direction,name,color,count,share,before_count,before_share')
  expect(rows).toEqual(
    data.map(
      row =>
        `${row.kind},${row.direction},${row.name},,${row.count},${row.share},${row.before_count},${row.before_share}`,
    ),
  )
})
