import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { useForm } from 'react-hook-form'
import { type ContactInfo, contactForm } from '../../../shared/api/account.ts'
import { countries } from '../../../shared/rules/countries.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { NotArrived } from '../../ui/NotArrived.tsx'
import styles from './Form.module.css'
import { FormSkeleton } from './FormSkeleton.tsx'
import { formatPhone } from './format-phone.ts'
import { contactQuery, useUpdateContact } from './queries.ts'
import { SaveEnd, useSave } from './save.tsx'

/** How one can be reached; for nobody else's eyes but city, state and country. */
export default function ContactInfoForm() {
  const { data: contact, isError, error, refetch } = useQuery(contactQuery)
  if (contact) return <Form contact={contact} />
  if (isError) return <NotArrived what="Your contact information" error={error} onAgain={refetch} />
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
})

type Values = ReturnType<typeof valuesOf>

function Form({ contact }: { contact: ContactInfo }) {
  const { mutateAsync: update } = useUpdateContact()
  const { register, handleSubmit, formState, getValues, reset, setError } = useForm({
    resolver: zodResolver(contactForm),
    // Read anew meanwhile, it changes only what has not been touched.
    values: valuesOf(contact),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = formState
  const save = useSave(
    async (input: Values) => reset(valuesOf(await update(input))),
    (field, message) => {
      if (field in valuesOf(contact)) setError(field as keyof Values, { message }, { shouldFocus: true })
    },
  )

  const writePhone = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const at = input.selectionStart ?? input.value.length
    const { text, caret } = formatPhone(input.value, at, getValues('phone'))
    input.value = text
    input.setSelectionRange(caret, caret)
    return register('phone').onChange(event)
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit(save)} noValidate aria-label="Contact Info">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        hint="When it changes, we write to the old address, too."
        {...register('email')}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={maxLength.phone}
        error={errors.phone?.message}
        hint="Outside the USA begin with + and the country’s code."
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
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </fieldset>
      <SaveEnd isSaving={isSubmitting} />
      <LeaveGuard isUnsent={isDirty} title="Leave without saving?">
        What you have changed here will be lost.
      </LeaveGuard>
    </form>
  )
}
