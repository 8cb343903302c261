import { find } from '../../../shared/api/statistics.ts'
import { mostStatisticsDays, statisticsDays, viewSources } from '../../../shared/rules/statistics.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { readRoute } from '../../http/serve.ts'
import { hasOwnLogo, listHolding, listWords, sumByDay, sumBySource } from './queries.ts'

export const statisticsRoutes = [
  readRoute(find, async ({ db, input, viewer, now }) => {
    const { logo_id } = input
    const period = periodOf(input, now())
    if (logo_id !== undefined && !(await hasOwnLogo(db, viewer.id, logo_id)))
      throw new HttpError(404, 'Logo not found')
    const scope = { designer_id: viewer.id, logo_id, ...period }
    const data = await sumByDay(db, scope, now())
    const views = new Map((await sumBySource(db, scope)).map(row => [row.source, row.views]))
    const sources = Object.fromEntries(viewSources.map(source => [source, views.get(source) ?? 0]))
    return {
      data,
      sources: sources as Record<(typeof viewSources)[number], number>,
      words: await listWords(db, scope),
      collections: await listHolding(db, scope, now()),
      count: data.length,
    }
  }),
]

/** The days that are asked for; without a first or a last one, a year that ends on the last one or today. */
function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const last = to ?? dayOf(now.getTime())
  const first = from ?? dayOf(Date.parse(last) - (statisticsDays - 1) * dayMs)
  if (first > last) throw invalid('from', 'The first day comes after the last one.')
  if (Date.parse(last) - Date.parse(first) >= mostStatisticsDays * dayMs)
    throw invalid('from', `At most ${mostStatisticsDays} days, please.`)
  return { from: first, to: last }
}
