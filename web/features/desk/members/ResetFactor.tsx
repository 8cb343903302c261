import * as api from '../../../../shared/api.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import styles from './MemberRoom.module.css'

/** Removes all second factors of somebody who has lost them. */
export function ResetFactor({ designerId, about }: { designerId: number; about?: string }) {
  return (
    <ActForm
      endpoint={api.desk.members.resetFactors}
      label="Reset second factor"
      {...(about !== undefined && { about })}
      why="required"
      done="The second factors are removed."
      inputOf={why => ({ designer_id: designerId, why })}
    >
      {() => (
        <p className={styles.explanation}>
          Removes passkeys, app and recovery codes, and ends every session. First make sure it’s really them
          who asks.
        </p>
      )}
    </ActForm>
  )
}
