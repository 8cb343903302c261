import { months, search, today } from '../../../../shared/api/desk/today.ts'
import { route } from '../../../http/serve.ts'
import { canOf } from '../../../viewer.ts'
import { describeInstallation, describeSupport } from './facts.ts'
import { listMatters } from './matters.ts'
import { listMonths } from './months.ts'
import { searchEverything } from './search-everything.ts'

export const deskTodayRoutes = [
  route(today, async ({ db, files, now, viewer, backupEveryMs }) => {
    return {
      matters: await listMatters(db, { now: now(), can: canOf(viewer), backupEveryMs }),
      facts:
        viewer.role === 'admin'
          ? [await describeSupport(db, now()), ...(await describeInstallation({ db, files, now }))]
          : [],
    }
  }),

  route(months, ({ db, now, viewer }) => listMonths(db, now(), canOf(viewer))),

  route(search, async ({ db, input: { q }, viewer }) => {
    const data = await searchEverything(db, q, viewer)
    return { data, count: data.length }
  }),
]
