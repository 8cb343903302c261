import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent, ComponentProps } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type ContactInfo, contactForm } from '../../../shared/api/account.ts'
import type { Assertion } from '../../../shared/api/factors.ts'
import { countries } from '../../../shared/rules/countries.ts'
import { countryName } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { LeaveGuard } from '../../domain/page/LeaveGuard.tsx'
import { setFaults, useSubmit } from '../../lib/forms/use-submit.ts'
import { describeFault } from '../../lib/session/factor.ts'
import { factorsQuery } from '../../lib/session/own-factors.ts'
import { askForPasskey, knowsPasskeys } from '../../lib/session/passkeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SelectField, TextField } from '../../ui/controls/Field.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import styles from './Form.module.css'
import { FormSkeleton } from './FormSkeleton.tsx'
import { formatPhone } from './format-phone.ts'
import { contactQuery, useUpdateContact } from './queries.ts'
import { SaveEnd } from './save.tsx'

/** The member's contact information. Only city, state and country are public. */
export default function ContactInfoForm() {
  const { data: contact, isError, error, refetch } = useQuery(contactQuery)
  if (contact) return <Form contact={contact} />
  if (isError) return <LoadError what="Your contact information" error={error} onRetry={refetch} />
  return <FormSkeleton fields={8} />
}

const valuesOf = (contact: ContactInfo) => ({
  email: contact.email,
  phone: contact.phone,
  streetAddress: contact.address1,
  suite: contact.address2,
  addressLocality: contact.city,
  addressRegion: contact.state,
  postalCode: contact.zip,
  country: contact.country,
  current_password: '',
})

type Values = ReturnType<typeof valuesOf>
const fields = Object.keys(contactForm.shape) as (keyof Values)[]
/** A passkey can be used in place of the current password. */
type Sent = Values & { credential?: Assertion }

/** The form, once its data have loaded. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: markup, one field after the other
function Form({ contact }: { contact: ContactInfo }) {
  const { mutateAsync: update } = useUpdateContact()
  const { register, handleSubmit, formState, getValues, reset, setError, setValue, control } = useForm({
    resolver: zodResolver(contactForm),
    // A background refetch updates only the fields that were not edited.
    values: valuesOf(contact),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = formState
  const { email, pending_email } = contact
  const isNewEmail = useWatch({ control, name: 'email' }).trim() !== email
  const save = useSubmit(
    // Shows the address in use again, although another one was typed: that one is not confirmed yet.
    async (input: Sent) => {
      const saved = await update(input)
      const values = saved ? valuesOf(saved) : { ...getValues(), email, current_password: '' }
      reset(values, { keepDirtyValues: false })
    },
    fault => setFaults(fault, fields, setError),
  )

  const writePhone = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const at = input.selectionStart ?? input.value.length
    const { text, caret } = formatPhone(input.value, at, getValues('phone'))
    input.value = text
    input.setSelectionRange(caret, caret)
    return register('phone').onChange(event)
  }

  // An unchanged address is not sent, so that a pending change stays pending.
  const submit = handleSubmit(input =>
    save({ ...input, email: input.email === email ? (pending_email ?? email) : input.email }),
  )
  const submitByPasskey = handleSubmit(async input => {
    const credential = await askForPasskey().catch((error: unknown) =>
      setError('current_password', { message: describeFault(error) }),
    )
    if (credential) await save({ ...input, current_password: '', credential })
  })
  const keepOldEmail = () => {
    setValue('email', email)
    void handleSubmit(save)()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Contact Info">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        hint="If you change it, we’ll email you a link to confirm it, and notify the old address."
        {...register('email')}
      />
      {isNewEmail && (
        <Proof
          error={errors.current_password?.message}
          onPasskey={submitByPasskey}
          isSubmitting={isSubmitting}
          {...register('current_password')}
        />
      )}
      {pending_email && (
        <div className={styles.pending} role="status">
          <p>
            Waiting for <b>{pending_email}</b> to be confirmed. Open the link we sent there; it works for 24
            hours.
          </p>
          <Button onClick={keepOldEmail} disabled={isSubmitting}>
            Keep {email}
          </Button>
        </div>
      )}
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={maxLength.phone}
        error={errors.phone?.message}
        hint="Outside the US, start with + and your country code."
        {...register('phone')}
        onChange={writePhone}
      />
      <fieldset className={styles.group}>
        <legend>Address</legend>
        <TextField
          label="Street address"
          autoComplete="address-line1"
          error={errors.streetAddress?.message}
          {...register('streetAddress')}
        />
        <TextField
          label="Suite (optional)"
          autoComplete="address-line2"
          error={errors.suite?.message}
          {...register('suite')}
        />
        <div className={styles.pair}>
          <TextField
            label="City"
            autoComplete="address-level2"
            error={errors.addressLocality?.message}
            {...register('addressLocality')}
          />
          <TextField
            label="State or region"
            autoComplete="address-level1"
            error={errors.addressRegion?.message}
            {...register('addressRegion')}
          />
        </div>
        <div className={styles.pair}>
          <TextField
            label="ZIP"
            autoComplete="postal-code"
            error={errors.postalCode?.message}
            {...register('postalCode')}
          />
          <SelectField
            label="Country"
            autoComplete="country"
            error={errors.country?.message}
            {...register('country')}
          >
            <option value="">Anywhere</option>
            {countries.map(({ code }) => (
              <option key={code} value={code}>
                {countryName(code)}
              </option>
            ))}
          </SelectField>
        </div>
      </fieldset>
      <SaveEnd isSaving={isSubmitting} fault={errors.root?.message} />
      <LeaveGuard isUnsent={isDirty} title="Leave without saving?">
        Your changes will be lost.
      </LeaveGuard>
    </form>
  )
}

type ProofProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'> & {
  onPasskey: () => unknown
  isSubmitting: boolean
}

/** Asks for the proof that a change of the email address needs: the password, or a passkey where there is one. */
function Proof({ onPasskey, isSubmitting, ...field }: ProofProps) {
  const { data: factors } = useQuery(factorsQuery)
  const hasPasskey = knowsPasskeys() && factors !== undefined && factors.passkeys.length > 0
  return (
    <>
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        hint={
          hasPasskey
            ? 'We ask for it, or for your passkey, because your email address changes.'
            : 'We ask for it because your email address changes.'
        }
        {...field}
      />
      {hasPasskey && (
        <div className={styles.other}>
          <Button disabled={isSubmitting} onClick={onPasskey}>
            Use a passkey
          </Button>
        </div>
      )}
    </>
  )
}
