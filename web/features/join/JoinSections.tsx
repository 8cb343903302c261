import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { countries } from '../../../shared/rules/countries.ts'
import { countryName } from '../../../shared/rules/format.ts'
import { cleanPhone } from '../../../shared/rules/registration.ts'
import { PasswordParts } from '../../domain/joining/PasswordParts.tsx'
import { FieldNote, SelectField, TextField } from '../../ui/controls/Field.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import styles from './JoinForm.module.css'
import type { JoinFormState } from './use-join-form.ts'

type Props = { form: JoinFormState }

/** Username, password and terms. `isReturning`: after a reload, which the password does not survive. */
export function AccountSection({ form, isReturning }: Props & { isReturning: boolean }) {
  const termsId = useId()
  return (
    <Section number={1} title="New Account">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={isReturning && 'Everything else is still here. We never store your password in the browser.'}
        {...form.field('password')}
      />
      <PasswordParts password={form.values.password ?? ''} />
      <div>
        <label className={styles.terms}>
          <input
            type="checkbox"
            aria-invalid={form.errors.terms ? true : undefined}
            aria-describedby={termsId}
            {...form.register('terms', { onChange: () => form.errors.terms && void form.trigger('terms') })}
          />
          <span>
            I have read and accept the{' '}
            <Link to="/terms" target="_blank">
              Terms and Conditions
            </Link>
          </span>
        </label>
        <FieldNote id={termsId} error={form.errors.terms?.message} />
      </div>
    </Section>
  )
}

/** Name, company and contact. `warning` is the server's about the company's name. */
export function AboutSection({
  form,
  takesFocus,
  warning,
}: Props & { takesFocus: boolean; warning?: string }) {
  return (
    <Section number={2} title="About You" takesFocus={takesFocus}>
      <div className={styles.pair}>
        <TextField label="First Name" autoComplete="given-name" {...form.field('first_name')} />
        <TextField label="Last Name" autoComplete="family-name" {...form.field('last_name')} />
      </div>
      <TextField
        label="Company"
        autoComplete="organization"
        hint={
          warning ? (
            <strong>{warning} To keep it, press Create Account again.</strong>
          ) : (
            'Shown with your logos and printed in the book. Use your own name if you work alone.'
          )
        }
        {...form.field('company')}
      />
      <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        error={form.errors.phone?.message}
        {...form.register('phone', {
          onChange: event => {
            const clean = cleanPhone(event.target.value)
            if (clean !== event.target.value) form.setValue('phone', clean)
          },
        })}
      />
    </Section>
  )
}

/** The postal address. */
export function AddressSection({ form }: Props) {
  return (
    <Section number={3} title="Your Whereabouts">
      <TextField label="Address" autoComplete="address-line1" {...form.field('address1')} />
      <TextField label="Suite (optional)" autoComplete="address-line2" {...form.field('address2')} />
      <div className={styles.pair}>
        <TextField label="City" autoComplete="address-level2" {...form.field('city')} />
        <TextField label="State" autoComplete="address-level1" {...form.field('state')} />
      </div>
      <div className={styles.pair}>
        <TextField label="ZIP" autoComplete="postal-code" {...form.field('zip')} />
        <SelectField label="Country" autoComplete="country" {...form.field('country')}>
          <option value="">Choose…</option>
          {countries.map(({ code, provider }) => (
            <option key={code} value={code}>
              {provider ? countryName(code) : `${countryName(code)} **`}
            </option>
          ))}
        </SelectField>
      </div>
      <p className={styles.quiet}>
        ** PayPal cannot be used in these countries: join with a gift card, and{' '}
        <Link to="/contact" target="_blank">
          contact support
        </Link>{' '}
        to renew.
      </p>
    </Section>
  )
}

/** A numbered part of the form. `takesFocus`: its heading gets the focus, because it was just revealed. */
function Section({
  number,
  title,
  takesFocus,
  children,
}: {
  number: number
  title: string
  takesFocus?: boolean
  children: ReactNode
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading} tabIndex={-1} ref={heading}>
        <span aria-hidden>{number}</span>
        {title}
      </h2>
      {children}
    </section>
  )
}
