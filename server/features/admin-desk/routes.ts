import { search, today } from '../../../shared/api/admin-desk.ts'
import { type Ability, abilitiesOf } from '../../../shared/rules/roles.ts'
import { route } from '../../http/serve.ts'
import { actorOf, type Viewer } from '../../viewer.ts'
import { recordAct } from '../history/queries.ts'
import { describeInstallation } from './facts.ts'
import { listMatters } from './matters.ts'
import { searchDesk } from './queries.ts'

const canOf = ({ role }: Viewer): readonly Ability[] => (role === 'visitor' ? [] : abilitiesOf(role))

export const adminDeskRoutes = [
  route(today, async ({ db, files, now, viewer }) => {
    const can = canOf(viewer)
    const matters = await listMatters(db, now())
    return {
      matters: matters.filter(matter => can.includes(matter.can)).map(({ can: _, ...matter }) => matter),
      facts: await describeInstallation({ db, files }),
      at: now(),
    }
  }),

  route(search, async ({ db, now, input, viewer }) => {
    const { q } = input
    if (q.includes('@'))
      await recordAct(db, actorOf(viewer), { what: 'members.find', kind: 'designer', id: 0, after: q }, now())
    const found = await searchDesk(db, q, canOf(viewer))
    const rooms: Record<(typeof found)[number]['kind'], (id: string) => string> = {
      member: id => `/admin/members/${id}`,
      logo: id => `/logo/${id}`,
      book: id => `/admin/books/${id}`,
      'gift card': () => `/admin/gift-cards?q=${encodeURIComponent(q)}`,
      mail: () => `/admin/mail?q=${encodeURIComponent(q)}`,
      payment: () => `/admin/money?q=${encodeURIComponent(q)}`,
    }
    return { data: found.map(row => ({ ...row, href: rooms[row.kind](row.id) })), count: found.length }
  }),
]
