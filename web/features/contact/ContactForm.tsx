import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { contactSubjects, send } from '../../../shared/api/contact.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { setFaults, useSubmit } from '../../lib/forms/use-submit.ts'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/controls/Field.tsx'
import styles from './ContactForm.module.css'
import { senderQuery, useSendMessage } from './queries.ts'

const fields = ['name', 'email', 'subject', 'message'] as const

/** A message to the operator; the input is kept until it is sent. */
export function ContactForm({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: sender } = useQuery({ ...senderQuery, enabled: isSignedIn })
  const sending = useSendMessage()
  const { register, handleSubmit, formState, getFieldState, setError, resetField } = useForm({
    resolver: zodResolver(send.input),
    defaultValues: { name: '', email: '', message: '' },
  })
  const { errors, isSubmitting, dirtyFields } = formState
  useUnsentWork(!!dirtyFields.message)

  // Text typed before the answer arrived is kept.
  useEffect(() => {
    if (!sender) return
    for (const field of ['name', 'email'] as const)
      if (!getFieldState(field).isDirty) resetField(field, { defaultValue: sender[field] })
  }, [sender, getFieldState, resetField])

  const submit = useSubmit(
    async (input: InputOf<typeof send>) => {
      await sending.mutateAsync(input)
      resetField('message', { defaultValue: '' })
      showToast('Message sent 📤!', 'success')
    },
    fault => setFaults(fault, fields, setError),
  )

  return (
    <form className={styles.form} onSubmit={handleSubmit(input => submit(input))} noValidate>
      <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <SelectField label="Subject" error={errors.subject?.message} {...register('subject')}>
        <option value="">Choose one</option>
        {contactSubjects.map(subject => (
          <option key={subject}>{subject}</option>
        ))}
      </SelectField>
      <TextArea label="Message" rows={8} error={errors.message?.message} {...register('message')} />
      <Button kind="primary" type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Sending…' : 'Send Message'}
      </Button>
      <p className={styles.wait} role="status">
        {errors.root?.message}
      </p>
    </form>
  )
}
