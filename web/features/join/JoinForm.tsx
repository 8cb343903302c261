import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Path, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { CallError } from '../../../shared/endpoint.ts'
import { countries } from '../../../shared/rules/countries.ts'
import { cleanPhone } from '../../../shared/rules/registration.ts'
import { type Applicant, keepPassword, readDraft, readPassword, writeDraft } from '../../lib/registration.ts'
import { showToast } from '../../lib/toast.ts'
import { useUnsentWork } from '../../lib/unsent-work.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldNote, SelectField, TextField } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PasswordParts } from '../../ui/PasswordParts.tsx'
import styles from './JoinForm.module.css'
import { type JoinFields, joinForm } from './join-form.ts'
import { useValidateRegistration } from './queries.ts'

const stageOne = ['username', 'password', 'terms'] as const

const blank: JoinFields = {
  username: '',
  password: '',
  first_name: '',
  last_name: '',
  company: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  terms: false,
}

/** The two stages of joining. `onValid` takes what the server has found to be in order. */
export function JoinForm({ onValid }: { onValid: (user: Applicant) => void }) {
  const [start] = useState(() => ({ ...blank, ...readDraft(), password: readPassword() }))
  const [isReturning] = useState(() => readDraft().isNamed === true && !readPassword())
  const [isNamed, setIsNamed] = useState(() => readDraft().isNamed === true)
  const { mutateAsync: validate } = useValidateRegistration()
  const termsId = useId()
  const { register, handleSubmit, control, formState, setError, setFocus, setValue, trigger } =
    useForm<JoinFields>({
      resolver: zodResolver(joinForm),
      defaultValues: start,
    })
  const { errors, isSubmitting } = formState
  const values = useWatch({ control })
  // All else survives a reload.
  useUnsentWork(!!values.password)

  useEffect(() => {
    const { password = '', ...rest } = { ...blank, ...values }
    keepPassword(password)
    writeDraft({ ...rest, isNamed })
  }, [values, isNamed])

  const goOn = async () => {
    if (!(await trigger(stageOne, { shouldFocus: true }))) return
    setIsNamed(true)
  }

  const send = handleSubmit(async ({ terms: _terms, ...user }) => {
    try {
      await validate({ user, isNew: true })
      const { password: _password, ...applicant } = user
      onValid(applicant)
    } catch (error) {
      tell(error)
    }
  })

  const tell = (error: unknown) => {
    const body = error instanceof CallError ? error.body : undefined
    const entries = Object.entries(body?.errors ?? {})
    for (const [name, message] of entries) {
      showToast(`${name}: ${message}`)
      if (isField(name)) setError(name, { message })
    }
    const first = entries.find(([name]) => isField(name))
    if (first) setFocus(first[0] as Path<JoinFields>)
    if (!entries.length) showToast(`Invalid User Info: ${body?.error || 'Unknown error'}`)
  }

  const field = (name: Exclude<Path<JoinFields>, 'terms'>) => ({
    // Before the form was sent once, what is wrong would stay said although it is right by now.
    ...register(name, { onChange: () => errors[name] && void trigger(name) }),
    error: errors[name]?.message,
  })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        if (isNamed) return void send(event)
        // Enter goes on, as the button does.
        event.preventDefault()
        void goOn()
      }}
    >
      <Section number={1} title="New Account">
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={isReturning && 'Everything else is still here. Your password is never kept.'}
          {...field('password')}
        />
        <PasswordParts password={values.password ?? ''} />
        <div>
          <label className={styles.terms}>
            <input
              type="checkbox"
              aria-invalid={errors.terms ? true : undefined}
              aria-describedby={termsId}
              {...register('terms', { onChange: () => errors.terms && void trigger('terms') })}
            />
            <span>
              I have read and accept the{' '}
              <Link to="/terms" target="_blank">
                Terms and Conditions
              </Link>
            </span>
          </label>
          <FieldNote id={termsId} error={errors.terms?.message} />
        </div>
      </Section>

      {isNamed && (
        <>
          <Section number={2} title="About You" takesFocus={!start.first_name}>
            <div className={styles.pair}>
              <TextField label="First Name" autoComplete="given-name" {...field('first_name')} />
              <TextField label="Last Name" autoComplete="family-name" {...field('last_name')} />
            </div>
            <TextField
              label="Company"
              autoComplete="organization"
              hint="The name that is shown with your logos and printed in the book. Yours, if you work alone."
              {...field('company')}
            />
            <TextField
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="email"
              {...field('email')}
            />
            <TextField
              label="Phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={20}
              error={errors.phone?.message}
              {...register('phone', {
                onChange: event => {
                  const clean = cleanPhone(event.target.value)
                  if (clean !== event.target.value) setValue('phone', clean)
                },
              })}
            />
          </Section>
          <Section number={3} title="Your Whereabouts">
            <TextField label="Address" autoComplete="address-line1" {...field('address1')} />
            <TextField label="Suite (optional)" autoComplete="address-line2" {...field('address2')} />
            <div className={styles.pair}>
              <TextField label="City" autoComplete="address-level2" {...field('city')} />
              <TextField label="State" autoComplete="address-level1" {...field('state')} />
            </div>
            <div className={styles.pair}>
              <TextField label="ZIP" autoComplete="postal-code" {...field('zip')} />
              <SelectField label="Country" autoComplete="country" {...field('country')}>
                <option value="">Choose…</option>
                {countries.map(({ code, name, provider }) => (
                  <option key={code} value={code}>
                    {provider ? name : `${name} **`}
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
        </>
      )}

      <div className={styles.end}>
        {isNamed ? (
          <>
            <Button kind="primary" type="submit" disabled={isSubmitting}>
              {isSubmitting ? 'Checking…' : 'Create Account'}
            </Button>
            <p className={styles.quiet}>Next you choose how to pay. Nothing is charged before that.</p>
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

const isField = (name: string): name is Path<JoinFields> => name in blank

/** `takesFocus`: it has just been revealed, so that is where one goes on. */
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
