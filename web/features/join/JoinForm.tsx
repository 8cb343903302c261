import type { Applicant } from '../../domain/joining/join-draft.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './JoinForm.module.css'
import { AboutSection, AccountSection, AddressSection } from './JoinSections.tsx'
import { useJoinForm } from './use-join-form.ts'

/** The two stages of joining. `onValid` gets the applicant once the server has accepted the form. */
export function JoinForm({ onValid }: { onValid: (user: Applicant) => void }) {
  const { form, isNamed, isSubmitting, isReturning, hasName, warning, goOn, send } = useJoinForm(onValid)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        if (isNamed) return void send(event)
        // Enter continues, as the button does.
        event.preventDefault()
        void goOn()
      }}
    >
      <AccountSection form={form} isReturning={isReturning} />
      {isNamed && (
        <>
          <AboutSection form={form} takesFocus={!hasName} warning={warning} />
          <AddressSection form={form} />
        </>
      )}

      <div className={styles.end}>
        {isNamed ? (
          <>
            <Button kind="primary" type="submit" disabled={isSubmitting}>
              {isSubmitting ? 'Checking…' : 'Create Account'}
            </Button>
            <p className={styles.quiet}>Next: payment. Nothing is charged yet.</p>
          </>
        ) : (
          <Button kind="primary" type="submit">
            Continue
          </Button>
        )}
      </div>
    </form>
  )
}
