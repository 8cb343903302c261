import { Link } from 'react-router'
import { memberStates } from '../../../../shared/api/desk/members.ts'
import * as api from '../../../../shared/api.ts'
import { formatDate, formatNumber } from '../../../../shared/rules/format.ts'
import { roles } from '../../../../shared/rules/roles.ts'
import { type ColumnOf, DeskList, type FilterOf } from '../../../domain/desk/DeskList.tsx'
import { useSession } from '../../../lib/session/session.ts'
import { MemberRoom } from './MemberRoom.tsx'
import { stateInWords } from './states.ts'

const columns: ColumnOf<typeof api.desk.members.find>[] = [
  {
    label: 'Member',
    cell: member => <Link to={`/admin/members/${member.designer_id}`}>{member.username}</Link>,
    sorts: ['name', 'name-down'],
  },
  { label: 'Name', cell: member => member.name, isText: true },
  { label: 'Company', cell: member => member.company, isText: true },
  { label: 'Email', cell: member => member.email ?? '–', isText: true },
  { label: 'Role', cell: member => member.role },
  { label: 'State', cell: member => stateInWords(member.state) },
  {
    label: 'Paid until',
    cell: member => (member.member_expire ? formatDate(member.member_expire) : '–'),
    sorts: ['expire', 'expire-down'],
  },
  { label: 'Joined', cell: member => formatDate(member.member_since), sorts: ['newest', 'oldest'] },
  { label: 'Logos', cell: member => formatNumber(member.logo_ct), isNumber: true },
]

/** The columns for staff who see no addresses in a list. */
const withoutEmail = columns.filter(column => column.label !== 'Email')

const filters: FilterOf<typeof api.desk.members.find>[] = [
  {
    name: 'state',
    label: 'State',
    options: memberStates.map(state => [state, stateInWords(state)] as const),
  },
  { name: 'role', label: 'Role', options: [...roles, 'staff'].map(role => [role, role] as const) },
]

/** Accounts, and one of them with its time line. */
export default function MembersRoom({ rest: [id] }: { rest: string[] }) {
  const can = useSession()?.can ?? []
  if (id) return <MemberRoom key={id} id={id} />
  return (
    <DeskList
      endpoint={api.desk.members.find}
      title="Members"
      hasAddresses
      one="member"
      keyOf={member => member.designer_id}
      columns={can.some(ability => ability === 'mails' || ability === 'roles') ? columns : withoutEmail}
      filters={filters}
      search="Name, company or email"
      empty="Nobody has joined yet."
      defaultSort="newest"
    />
  )
}
