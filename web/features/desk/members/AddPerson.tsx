import { useState } from 'react'
import * as api from '../../../../shared/api.ts'
import { type Role, roles } from '../../../../shared/rules/roles.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { SelectField, TextField } from '../../../ui/controls/Field.tsx'
import styles from './MemberRoom.module.css'

/** Makes an account; the letter it mails has the link to set a password. */
export function AddPerson() {
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('juror')
  return (
    <div className={styles.add}>
      <ActForm
        endpoint={api.desk.members.create}
        label="Add a person"
        isMain
        why="optional"
        fields={['username', 'email', 'role']}
        done={({ is_new }) =>
          is_new ? `${username} is added. The email is on its way.` : `${username} already has an account.`
        }
        inputOf={why =>
          username.trim() && email.trim() ? { username, email, role, why: why || undefined } : undefined
        }
        onDone={() => {
          setUsername('')
          setEmail('')
        }}
      >
        {errorOf => (
          <>
            <p className={styles.explanation}>
              They get an email with a link to set a password. The link works for seven days.
            </p>
            <TextField
              label="Username"
              autoComplete="off"
              value={username}
              hint="3 to 30 letters, digits, dots, underscores or hyphens"
              error={errorOf('username')}
              onChange={event => setUsername(event.target.value)}
            />
            <TextField
              label="Email"
              type="email"
              autoComplete="off"
              value={email}
              error={errorOf('email')}
              onChange={event => setEmail(event.target.value)}
            />
            <SelectField
              label="Role"
              value={role}
              error={errorOf('role')}
              onChange={event => setRole(roles.find(each => each === event.target.value) ?? role)}
            >
              {roles.map(each => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
          </>
        )}
      </ActForm>
    </div>
  )
}
