import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { FormSheet } from '../../domain/page/FormSheet.tsx'
import { useLinkToken } from '../../features/auth/EmailLink.tsx'
import { call } from '../../lib/api/call.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { TextArea } from '../../ui/controls/Field.tsx'

/** Appeals against a decision of the gallery's staff, by the link in the email about it. */
export function Appeal() {
  const token = useLinkToken('/appeal')
  const [text, setText] = useState('')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(api.reports.appeal, { token: token ?? '', text: text.trim() }),
  })
  const refusal = error instanceof CallError ? error.body : undefined
  if (isSuccess)
    return (
      <FormSheet
        key="done"
        title="We received your appeal"
        lead="Someone, a different person where possible, will look at the decision again and email you."
      >
        <ButtonLink to="/" kind="primary">
          Browse Fresh
        </ButtonLink>
      </FormSheet>
    )
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() && !isPending) mutate()
  }
  return (
    <FormSheet title="Appeal a decision" lead="Tell us why it should change. You can do this once.">
      <form onSubmit={send}>
        <TextArea
          label="Why the decision is wrong"
          rows={6}
          maxLength={maxLength.description}
          value={text}
          onChange={event => setText(event.target.value)}
          error={refusal && (refusal.errors?.text ?? refusal.error)}
        />
        <Button kind="primary" type="submit" disabled={!text.trim() || isPending}>
          {isPending ? 'Sending…' : 'Send appeal'}
        </Button>
      </form>
    </FormSheet>
  )
}
