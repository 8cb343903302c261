import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { core } from 'zod/mini'
import type { Profile } from '../../../shared/api/designers.ts'
import { profileForm } from '../../../shared/api/profile-form.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { LeaveGuard } from '../../domain/page/LeaveGuard.tsx'
import { setFaults, useSubmit } from '../../lib/forms/use-submit.ts'
import { TextArea, TextField } from '../../ui/controls/Field.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { AvatarPicker, type NewAvatar } from './AvatarPicker.tsx'
import styles from './Form.module.css'
import { FormSkeleton } from './FormSkeleton.tsx'
import { ProfileLogos } from './ProfileLogos.tsx'
import { ownProfileQuery, useUpdateProfile } from './queries.ts'
import { SaveEnd } from './save.tsx'

/** The counter is shown from this length on. */
const remainingShownBelow = 200

/** The member's public profile and chosen logos. */
export default function ProfileSection() {
  const { data: profile, isError, error, refetch } = useQuery({ ...ownProfileQuery, staleTime: 0 })
  const [isFormBegun, setIsFormBegun] = useState(false)
  const [isChoiceBegun, setIsChoiceBegun] = useState(false)
  if (isError && !profile) return <LoadError what="Your profile" error={error} onRetry={refetch} />
  if (!profile) return <FormSkeleton fields={10} />
  return (
    <>
      <Form profile={profile} onBegun={setIsFormBegun} />
      <ProfileLogos designerId={profile.designer_id} onBegun={setIsChoiceBegun} />
      <LeaveGuard isUnsent={isFormBegun || isChoiceBegun} title="Leave without saving?">
        Your changes will be lost.
      </LeaveGuard>
    </>
  )
}

type Values = core.output<typeof profileForm>
const fields = Object.keys(profileForm.shape) as (keyof Values)[]
const valuesOf = (profile: Profile): Values => ({
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  company: profile.company,
  company_description: profile.company_description,
  url: profile.url,
  facebook: profile.facebook,
  twitter: profile.twitter,
  instagram: profile.instagram,
  dribbble: profile.dribbble,
  behance: profile.behance,
  // An answer of the release before, which runs beside this one during an upgrade, lacks it.
  training: profile.training ?? '0',
})

const addresses = [
  ['url', 'Website', 'example.com'],
  ['facebook', 'Facebook', 'https://www.facebook.com/…'],
  ['twitter', 'X (Twitter)', 'https://x.com/…'],
  ['instagram', 'Instagram', 'https://www.instagram.com/…'],
  ['dribbble', 'Dribbble', 'https://dribbble.com/…'],
  ['behance', 'Behance', 'https://www.behance.net/…'],
] as const

/** The form, once its data have loaded. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: markup, one field after the other
function Form({ profile, onBegun }: { profile: Profile; onBegun: (is: boolean) => void }) {
  const { mutateAsync: update } = useUpdateProfile()
  /** Undefined: unchanged; null: removed. */
  const [avatar, setAvatar] = useState<NewAvatar | null>()
  const [companyWarning, setCompanyWarning] = useState<string>()
  const [avatarError, setAvatarError] = useState<string>()
  const avatarInput = useRef<HTMLInputElement>(null)
  const { register, handleSubmit, formState, reset, setError, setValue, control } = useForm({
    resolver: zodResolver(profileForm),
    // A background refetch updates only the fields that were not edited.
    values: valuesOf(profile),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = formState
  const left = maxLength.bio - (useWatch({ control, name: 'company_description' }) ?? '').length

  const isReserved = useWatch({ control, name: 'training' }) !== '1'

  const isBegun = isDirty || avatar !== undefined
  useEffect(() => onBegun(isBegun), [isBegun, onBegun])

  const save = useSubmit(
    async (input: Values) => {
      const { profile: saved, warnings } = await update({
        ...input,
        ...(avatar !== undefined && {
          avatar_base64: avatar?.dataUrl ?? null,
          avatar_filename: avatar?.name,
        }),
      })
      reset(valuesOf(saved))
      setAvatar(undefined)
      setCompanyWarning(warnings?.company)
    },
    fault => {
      setFaults(fault, fields, setError)
      const refused = fault.body?.errors?.avatar_base64
      if (!refused) return
      setAvatarError(refused)
      // The first field of the form.
      avatarInput.current?.focus()
    },
  )

  return (
    <form className={styles.form} onSubmit={handleSubmit(save)} noValidate aria-label="Profile">
      <AvatarPicker
        input={avatarInput}
        url={avatar === null ? '' : (avatar?.dataUrl ?? profile.avatar_url)}
        error={avatarError}
        onChange={(next, error) => {
          setAvatarError(error)
          if (!error) setAvatar(next === null && !profile.avatar_url ? undefined : next)
        }}
      />
      <div className={styles.pair}>
        <TextField
          label="First Name"
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...register('first_name')}
        />
        <TextField
          label="Last Name"
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...register('last_name')}
        />
      </div>
      <TextField
        label="Company"
        autoComplete="organization"
        error={errors.company?.message}
        hint={
          companyWarning ? (
            <strong>{companyWarning}</strong>
          ) : (
            'Shown with your logos. Your profile address won’t change.'
          )
        }
        {...register('company')}
      />
      <TextArea
        label="Bio"
        error={errors.company_description?.message}
        hint={
          left < remainingShownBelow && (
            <span className={styles.remaining}>
              {left < 0 ? `${-left} characters too many` : `${left} characters left`}
            </span>
          )
        }
        {...register('company_description')}
      />
      <fieldset className={styles.group}>
        <legend>Elsewhere</legend>
        {addresses.map(([name, label, example]) => (
          <TextField
            key={name}
            label={label}
            inputMode="url"
            autoComplete={name === 'url' ? 'url' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={example}
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Training</legend>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isReserved}
            aria-describedby="training-hint"
            onChange={({ target }) => setValue('training', target.checked ? '0' : '1', { shouldDirty: true })}
          />
          My logos are not for training models
        </label>
        <p id="training-hint" className={styles.hint}>
          The pages of your logos say so to programs that collect pictures. It reserves your rights; it can’t
          stop a program that doesn’t ask.
        </p>
      </fieldset>
      <SaveEnd isSaving={isSubmitting} fault={errors.root?.message} />
    </form>
  )
}
