import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createScratchDatabase, openScratchServer } from '../../scripts/generate/scratch.ts'
import { randomFrom } from '../../scripts/look/draw.ts'
import type { Icon } from '../../scripts/look/icons.ts'
import { mostNeighbours, openLookIndex } from '../../server/db/look-index.ts'
import { migrate } from '../../server/db/migrate.ts'
import { describedSide, describeWays, modelVersion, searchedSide } from '../../server/lib/look/describe.ts'
import { type Query, ScanIndex } from '../../server/lib/look/scan-index.ts'
import { completeImage, readPicture } from '../../server/outside/images.ts'
import { relatedLogos } from '../../shared/rules/limits.ts'
import { mostSimilar } from '../../shared/rules/look.ts'
import { fillLogos } from '../data.ts'
import type { LookResult } from '../results.ts'
import { sayTimed, type Timed, time } from './timed.ts'

type Say = (line: string) => void
/** A picture that is searched for, and its description in all ways. */
export type Searched = { file: Buffer; query: Query[] }

const emphases = ['shape', 'both', 'color'] as const
/** As many nearest logos as the product asks for: more than it lists, since some may be hidden from the viewer. */
const most = mostSimilar + 50

/** The CPU of an upload for its look and its colours, measured by upload-cpu.ts in a process of its own. */
export async function timeUpload(icons: readonly Icon[], say: Say): Promise<Timed> {
  const child = fork(join(import.meta.dirname, '../upload-cpu.ts'))
  child.send(icons.slice(0, 100))
  const row = await new Promise<Timed>((resolve, reject) => {
    child.once('message', message => resolve(message as Timed))
    child.once('exit', code => reject(new Error(`The measurement of uploads ended with ${code}`)))
  })
  sayTimed(row, say)
  return row
}

/** Fills the index with noisy copies, as many as a large gallery has. */
export function enlarge(index: ScanIndex, logos: number, say: Say): LookResult['index'] {
  const random = randomFrom(17)
  const sources = index.logoCount
  for (let id = sources + 1; id <= logos; id++) {
    const views = index.viewsOf((id % sources) + 1)
    if (!views) continue
    for (let i = 0; i < views.length; i++)
      views[i] = Math.max(0, Math.min(127, views[i]! + Math.round((random() - 0.5) * 24)))
    index.set(id, views)
  }
  say(`${index.logoCount} logos, ${index.viewCount} views, ${(index.bytes / 1e6).toFixed(0)} MB`)
  return { logos: index.logoCount, views: index.viewCount, bytes: index.bytes }
}

/** Times searches one after the other: of stored logos, and of pictures in all ways. */
export async function timeSearches(
  index: ScanIndex,
  searched: readonly Searched[],
  say: Say,
): Promise<LookResult['compared']> {
  const random = randomFrom(18)
  const compared: Timed[] = []
  for (const by of emphases) {
    const tasks = Array.from({ length: 60 }, () => {
      const id = 1 + Math.floor(random() * index.logoCount)
      const query = [{ views: index.viewsOf(id) ?? new Uint8Array(), isTransformed: false }]
      return () => index.nearest(query, by, most, { logo_id: id })
    })
    compared.push(await time(`a stored logo by ${by}`, say, tasks))
  }
  for (const by of emphases) {
    const tasks = searched.map(
      ({ query }) =>
        () =>
          index.nearest(query, by, most),
    )
    compared.push(await time(`a picture in all ways by ${by}`, say, tasks))
  }
  const tasks = searched.map(({ file }) => async () => {
    const large = await readPicture(file, searchedSide)
    const small = await readPicture(file, describedSide)
    const query = [...describeWays({ large, small })]
    index.nearest(query, 'both', most)
  })
  compared.push(await time('a picture that is also read and described, by both', say, tasks))
  return compared
}

/** As many neighbours of a logo as the product shows, and as many as it asks for. */
const neighbours = [relatedLogos, mostNeighbours]

/** The quick comparison that finds a logo's neighbours for Related: what it takes, and how many of the nearest ones it finds, in percent. */
export async function compareQuickly(index: ScanIndex, say: Say): Promise<NonNullable<LookResult['quick']>> {
  const random = randomFrom(19)
  const logos = Array.from({ length: 60 }, () => 1 + Math.floor(random() * index.logoCount)).filter(id =>
    index.viewsOf(id),
  )
  const find = (logo_id: number, isQuick: boolean) => {
    const query = [{ views: index.viewsOf(logo_id)!, isTransformed: false }]
    return index.nearest(query, 'both', Math.max(...neighbours), { logo_id }, { isQuick })
  }
  const tasks = logos.map(id => () => find(id, true))
  const timed = await time('a stored logo by both, quickly', say, tasks)
  const shares = neighbours.map(count => {
    let found = 0
    for (const id of logos) {
      const quick = new Set(find(id, true).map(match => match.logo_id))
      found += find(id, false)
        .slice(0, count)
        .filter(match => quick.has(match.logo_id)).length
    }
    return (100 * found) / (count * logos.length)
  })
  say(
    `of the nearest ${neighbours.join(' and ')} it finds ${shares.map(each => each.toFixed(1)).join(' and ')} %`,
  )
  return { ...timed, shares }
}

/**
 * Searches for pictures in one pass over whole views: what that takes, and how many of its nearest 10 and 200, in percent, are found in two
 * passes.
 */
export async function compareWithOnePass(
  index: ScanIndex,
  searched: readonly Searched[],
  say: Say,
): Promise<LookResult['onePass']> {
  const whole = new ScanIndex({ candidates: Number.POSITIVE_INFINITY })
  for (const id of index.idsBetween(0, Number.POSITIVE_INFINITY)) whole.set(id, index.viewsOf(id)!)
  const tasks = searched.map(
    ({ query }) =>
      () =>
        whole.nearest(query, 'both', most),
  )
  const timed = await time('a picture in all ways by both, in one pass', say, tasks)
  const listed = [10, mostSimilar]
  const found = listed.map(() => 0)
  for (const { query } of searched)
    for (const by of ['shape', 'both'] as const) {
      const [expected = [], got = []] = [whole, index].map(each =>
        each.nearest(query, by, most).map(match => match.logo_id),
      )
      listed.forEach((count, i) => {
        const first = new Set(got.slice(0, count))
        found[i]! += expected.slice(0, count).filter(id => first.has(id)).length / count
      })
    }
  const shares = found.map(sum => (50 * sum) / searched.length)
  say(
    `of the nearest ${listed.join(' and ')} of one pass, two find ${shares.map(share => share.toFixed(2)).join(' and ')} %`,
  )
  return { ...timed, shares }
}

/** How long a process that has just started loads these views from PostgreSQL, in which there are as many logos. */
export async function timeStart(index: ScanIndex, logos: number, say: Say): Promise<number> {
  const server = await openScratchServer()
  const { url } = await createScratchDatabase(server.url)
  try {
    await migrate(url)
    const image = completeImage('0'.repeat(32))
    await fillLogos(
      url,
      logos,
      () => ({ image, side: 900, ground: null, palette: { colors: [], kind: null } }),
      say,
    )
    const client = new pg.Client(url)
    await client.connect()
    await client.query('truncate logo_look')
    const ids = [...index.idsBetween(0, logos)]
    for (let at = 0; at < ids.length; at += 5000) {
      const some = ids.slice(at, at + 5000)
      await client.query(
        'insert into logo_look (logo_id, model_version, views) select id, $1, views from unnest($2::int[], $3::bytea[]) as made (id, views)',
        [modelVersion, some, some.map(id => Buffer.from(index.viewsOf(id)!))],
      )
    }
    await client.query('vacuum (analyze, freeze) logo_look')
    await client.end()
    const look = openLookIndex(url, undefined, say)
    const began = performance.now()
    look.start()
    while (!look.state()) await sleep(5)
    const readyMs = performance.now() - began
    say(`${look.state()!.logos} of ${ids.length} logos loaded from PostgreSQL in ${readyMs.toFixed(0)} ms`)
    await look.close()
    return readyMs
  } finally {
    await server.close()
  }
}
