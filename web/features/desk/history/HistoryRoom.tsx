import { Link } from 'react-router'
import type { Act } from '../../../../shared/api/desk/history.ts'
import * as api from '../../../../shared/api.ts'
import { actInWords } from '../../../../shared/staff-acts.ts'
import { Change } from '../../../domain/desk/Change.tsx'
import { type ColumnOf, DeskList, type FilterOf } from '../../../domain/desk/DeskList.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'

const columns: ColumnOf<typeof api.desk.history.list>[] = [
  { label: 'When', cell: act => <Moment at={act.at} />, sorts: ['newest', 'oldest'] },
  { label: 'Who', cell: act => act.who ?? (act.from === 'shell' ? 'command line' : 'the program') },
  { label: 'What', cell: act => <span title={act.what}>{actInWords(act.what)}</span>, isText: true },
  { label: 'On', cell: act => <Subject act={act} />, isText: true },
  {
    label: 'Change',
    cell: act => <Change what={act.what} before={act.before} after={act.after} />,
    isText: true,
    isWide: true,
  },
  { label: 'Why', cell: act => act.why, isText: true },
]

const filters: FilterOf<typeof api.desk.history.list>[] = [
  {
    name: 'from',
    label: 'From',
    options: [
      ['web', 'the desk'],
      ['shell', 'command line'],
      ['ledger', 'the ledger'],
    ],
  },
]

/** The acts of staff, and the ledger's audit records. */
export default function HistoryRoom() {
  return (
    <DeskList
      endpoint={api.desk.history.list}
      title="History"
      hasAddresses
      one="act"
      keyOf={act => act.history_id}
      columns={columns}
      filters={filters}
      search="What, who, on whom, why"
      empty="No acts of staff yet."
      defaultSort="newest"
    />
  )
}

function Subject({ act }: { act: Act }) {
  const name = act.name ?? (act.id ? `${act.kind} ${act.id}` : '')
  if (act.kind === 'designer' && act.id) return <Link to={`/admin/members/${act.id}`}>{name}</Link>
  if (act.kind === 'logo') return <Link to={`/logo/${act.id}`}>{name}</Link>
  return name
}
