import { Link } from 'react-router'
import type { Person } from '../../../../shared/api/desk/members.ts'
import * as api from '../../../../shared/api.ts'
import { formatCount, formatDate } from '../../../../shared/rules/format.ts'
import { roles } from '../../../../shared/rules/roles.ts'
import { type ColumnOf, DeskList, type FilterOf } from '../../../domain/desk/DeskList.tsx'
import { AddPerson } from './AddPerson.tsx'
import styles from './MemberRoom.module.css'
import { ResetFactor } from './ResetFactor.tsx'

/** The second factors of an account, in words. */
function Factors({ person: { passkey_ct, totp, recovery_left, lacks_factor } }: { person: Person }) {
  const factors = [
    passkey_ct > 0 && formatCount(passkey_ct, 'passkey'),
    totp === 1 && 'app',
    recovery_left > 0 && formatCount(recovery_left, 'recovery code'),
  ].filter(Boolean)
  if (factors.length) return <>{factors.join(', ')}</>
  return lacks_factor ? <span className={styles.missing}>none, and needs one</span> : <>none</>
}

const columns: ColumnOf<typeof api.desk.members.people>[] = [
  {
    label: 'Account',
    cell: person => <Link to={`/admin/members/${person.designer_id}`}>{person.username}</Link>,
    sorts: ['name', 'name-down'],
  },
  { label: 'Name', cell: person => person.name, isText: true },
  { label: 'Role', cell: person => person.role },
  { label: 'Second factor', cell: person => <Factors person={person} />, isText: true },
  { label: 'Email', cell: person => person.email, isText: true },
  { label: 'Since', cell: person => formatDate(person.member_since), sorts: ['newest', 'oldest'] },
  {
    label: 'Actions',
    cell: ({ designer_id, username, passkey_ct, totp, recovery_left }) =>
      passkey_ct + totp + recovery_left > 0 && (
        <ResetFactor designerId={designer_id} about={`of ${username}`} />
      ),
  },
]

const filters: FilterOf<typeof api.desk.members.people>[] = [
  {
    name: 'role',
    label: 'Role',
    options: roles.filter(role => role !== 'member').map(role => [role, role] as const),
  },
  {
    name: 'factor',
    label: 'Second factor',
    options: [
      ['set', 'set up'],
      ['none', 'none'],
    ],
  },
]

/** The people who work for the site, by role, with their second factors. */
export default function PeopleRoom() {
  return (
    <>
      <AddPerson />
      <DeskList
        endpoint={api.desk.members.people}
        title="People"
        hasAddresses
        one="account"
        keyOf={person => person.designer_id}
        columns={columns}
        filters={filters}
        search="Name or company"
        empty="Nobody works for the site yet."
        defaultSort="newest"
      />
    </>
  )
}
