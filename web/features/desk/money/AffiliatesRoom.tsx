import { useState } from 'react'
import * as api from '../../../../shared/api.ts'
import { formatNumber } from '../../../../shared/rules/format.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { TextField } from '../../../ui/controls/Field.tsx'
import styles from './GiftCardsRoom.module.css'

const columns: ColumnOf<typeof api.desk.money.listAffiliates>[] = [
  { label: 'Code', cell: row => row.code, sorts: ['code', 'code-down'] },
  { label: 'Member', cell: row => row.username },
  { label: 'Joined', cell: row => formatNumber(row.joined), sorts: ['joined', 'joined-up'], isNumber: true },
  { label: 'Paid', cell: row => formatNumber(row.paid), isNumber: true },
  { label: 'Refunded', cell: row => formatNumber(row.reversed), isNumber: true },
]

/** Affiliate codes, and who joined with each. */
export default function AffiliatesRoom() {
  const [code, setCode] = useState('')
  const [username, setUsername] = useState('')
  return (
    <>
      <div className={styles.make}>
        <ActForm
          endpoint={api.desk.money.makeAffiliate}
          label="Add a code"
          isMain
          why="none"
          fields={['code', 'username']}
          done="The code is added."
          onDone={() => setCode('')}
          inputOf={() => (code.trim() && username.trim() ? { code, username } : undefined)}
        >
          {errorOf => (
            <>
              <TextField
                label="Code"
                value={code}
                hint="2 to 40 letters, digits, underscores or hyphens"
                error={errorOf('code')}
                onChange={event => setCode(event.target.value)}
              />
              <TextField
                label="Username"
                value={username}
                error={errorOf('username')}
                onChange={event => setUsername(event.target.value)}
              />
            </>
          )}
        </ActForm>
      </div>
      <DeskList
        endpoint={api.desk.money.listAffiliates}
        title="Affiliates"
        one="code"
        keyOf={row => row.code}
        columns={columns}
        search="Code or member"
        empty="No affiliate codes yet."
        defaultSort="code"
      />
    </>
  )
}
