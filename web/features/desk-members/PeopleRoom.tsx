import { Link } from 'react-router'
import type { AdminMember } from '../../../shared/api/admin-members.ts'
import * as api from '../../../shared/api.ts'
import { formatDate } from '../../../shared/rules/format.ts'
import { roles } from '../../../shared/rules/roles.ts'
import { type Column, DeskList, type Filter } from '../../domain/desk/DeskList.tsx'
import { readMembers } from './queries.ts'

const columns: Column<AdminMember>[] = [
  {
    label: 'Account',
    cell: member => <Link to={`/admin/members/${member.designer_id}`}>{member.username}</Link>,
    sorts: ['name', 'name-down'],
  },
  { label: 'Name', cell: member => member.name, isText: true },
  { label: 'Role', cell: member => member.role },
  { label: 'Email', cell: member => member.email, isText: true },
  { label: 'Since', cell: member => formatDate(member.member_since), sorts: ['newest', 'oldest'] },
]

const working = roles.filter(role => role !== 'member')
const filters: Filter[] = [
  { name: 'role', label: 'Role', options: working.map(role => [role, role] as const) },
]

/** Who works for the site, by role. */
export default function PeopleRoom() {
  return (
    <DeskList<AdminMember>
      path={api.adminMembers.find.path}
      title="People"
      one="account"
      read={(query, signal) => readMembers({ role: 'staff', ...query }, signal)}
      keyOf={member => member.designer_id}
      columns={columns}
      filters={filters}
      empty="Nobody has a role yet."
      defaultSort="newest"
    />
  )
}
