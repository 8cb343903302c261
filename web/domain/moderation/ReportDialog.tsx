import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  goodFaithReasons,
  outsidersReasons,
  type ReportKind,
  type ReportReason,
  reportReasons,
} from '../../../shared/api/reports.ts'
import * as api from '../../../shared/api.ts'
import { CallError, type InputOf } from '../../../shared/endpoint.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextArea, TextField } from '../../ui/controls/Field.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import styles from './ReportDialog.module.css'

type Props = { kind: ReportKind; id: number; name: string; isOpen: boolean; onClose: () => void }

const nouns: Record<ReportKind, string> = {
  logo: 'logo',
  comment: 'comment',
  designer: 'profile',
  collection: 'collection',
}

const reasons: Record<ReportReason, string> = {
  copied: 'It copies someone else’s work',
  rights: 'It infringes my rights',
  spam: 'It’s spam',
  abuse: 'It’s abusive',
  illegal: 'It’s illegal',
  other: 'Something else',
}

/** Reports something to the gallery's staff: a member with one press, an outsider with an email address. */
export default function ReportDialog({ kind, id, name, isOpen, onClose }: Props) {
  const { mutate, isPending, isSuccess, error } = useReport()
  return (
    <Dialog.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} forceRender />
        <DialogPopup className={dialogStyles.sheet}>
          <Dialog.Title className={dialogStyles.title}>
            {isSuccess ? 'Thank you' : `Report this ${nouns[kind]}`}
          </Dialog.Title>
          {isSuccess ? (
            <>
              <Dialog.Description className={styles.text}>
                A person will look at it, and we’ll email you when it’s decided.
              </Dialog.Description>
              <div className={styles.actions}>
                <Dialog.Close render={<Button kind="primary" />}>Done</Dialog.Close>
              </div>
            </>
          ) : (
            <Form
              name={name}
              isPending={isPending}
              errors={error instanceof CallError ? error.body : undefined}
              onSend={input => mutate({ kind, id, ...input })}
            />
          )}
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const useReport = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof api.reports.file>) => call(api.reports.file, input),
  })

type ReportInput = {
  reason: ReportReason
  text: string
  original_url?: string
  good_faith?: boolean
  email?: string
}

type FormProps = {
  name: string
  isPending: boolean
  errors: { error: string; errors?: Record<string, string> } | undefined
  onSend: (input: ReportInput) => void
}

/** What the reporter says; each reason has its own fields. */
function Form({ name, isPending, errors, onSend }: FormProps) {
  const session = useSession()
  const [reason, setReason] = useState<ReportReason>()
  const isOutsider = !session
  const needsFaith = reason !== undefined && goodFaithReasons.includes(reason)
  const fields = errors?.errors ?? {}

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!reason || isPending) return
    const form = new FormData(event.currentTarget)
    const field = (named: string) => String(form.get(named) ?? '').trim()
    onSend({
      reason,
      text: field('text'),
      ...(field('original_url') && { original_url: field('original_url') }),
      ...(needsFaith && { good_faith: form.get('good_faith') === 'on' }),
      ...(isOutsider && { email: field('email') }),
    })
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p className={styles.name}>{name}</p>
      <Reasons offered={isOutsider ? outsidersReasons : reportReasons} chosen={reason} onChoose={setReason} />
      {(reason === 'copied' || reason === 'rights') && (
        <TextField
          label="Where the original is (optional)"
          name="original_url"
          maxLength={maxLength.url}
          error={fields.original_url}
        />
      )}
      <TextArea
        label="What we should know (optional)"
        name="text"
        rows={3}
        maxLength={maxLength.description}
        error={fields.text}
      />
      {isOutsider && (
        <TextField label="Your email" name="email" type="email" autoComplete="email" error={fields.email} />
      )}
      {needsFaith && (
        <label className={styles.reason}>
          <input type="checkbox" name="good_faith" />
          What I say is true, as far as I know
        </label>
      )}
      <p className={styles.problem} role="status">
        {fields.good_faith ?? (errors && !Object.keys(fields).length ? errors.error : undefined)}
      </p>
      <div className={styles.actions}>
        <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
        <Button kind="primary" type="submit" disabled={!reason || isPending}>
          {isPending ? 'Sending…' : 'Send report'}
        </Button>
      </div>
    </form>
  )
}

type ReasonsProps = {
  offered: readonly ReportReason[]
  chosen: ReportReason | undefined
  onChoose: (reason: ReportReason) => void
}

const Reasons = ({ offered, chosen, onChoose }: ReasonsProps) => (
  <fieldset className={styles.reasons}>
    <legend className="visually-hidden">Reason</legend>
    {offered.map(each => (
      <label key={each} className={styles.reason}>
        <input
          type="radio"
          name="reason"
          value={each}
          checked={chosen === each}
          onChange={() => onChoose(each)}
        />
        {reasons[each]}
      </label>
    ))}
  </fieldset>
)
