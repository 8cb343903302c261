import { type ReactNode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { makeGiftCards } from '../../../../shared/api/desk/money.ts'
import * as api from '../../../../shared/api.ts'
import { ActFrame, ActOpener } from '../../../domain/desk/ActFrame.tsx'
import { setRefusal, useAct } from '../../../domain/desk/acts.ts'
import { resolveAs } from '../../../lib/forms/resolve.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { showToast } from '../../../lib/toast/toast.ts'
import { Segments, TextField } from '../../../ui/controls/Field.tsx'
import styles from './GiftCardsRoom.module.css'

const label = 'Make gift cards'
const fields = ['count', 'term_months', 'note'] as const

type Fields = { count: string; term_months: '12' | '1'; note: string }

const inputOf = ({ count, term_months, note }: Fields) => ({
  count: count.trim(),
  term_months: term_months === '12' ? (12 as const) : (1 as const),
  note,
})

/** Makes gift cards and shows their codes, this once. */
export function MakeCards() {
  const [codes, setCodes] = useState<string[]>()
  return (
    <div className={styles.make}>
      <ActOpener label={label} isMain>
        {opened => <Form {...opened} onMade={setCodes} />}
      </ActOpener>
      {codes && (
        <section aria-label="New codes" className={styles.codes}>
          <p>These codes are shown only once. Copy or print them now.</p>
          <pre>{codes.join('\n')}</pre>
        </section>
      )}
    </div>
  )
}

type FormProps = { title: ReactNode; onClose: () => void; onMade: (codes: string[]) => void }

function Form({ title, onClose, onMade }: FormProps) {
  const { mutateAsync: make } = useAct(api.desk.money.makeGiftCards)
  const form = useRef<HTMLFormElement>(null)
  const { register, handleSubmit, formState, setError, clearErrors } = useForm<Fields>({
    resolver: resolveAs(makeGiftCards.input, inputOf),
    defaultValues: { count: '10', term_months: '12', note: '' },
  })
  const { errors, isSubmitting } = formState
  const send = useSubmit(
    async (cards: Fields) => {
      const { codes } = await make(inputOf(cards))
      // Shown also if the form was closed in the meantime: the cards are made, and no later answer has their codes.
      onMade(codes)
      showToast('The cards are made.')
      if (form.current) onClose()
    },
    fault => setRefusal(fault, fields, setError),
  )
  return (
    <ActFrame
      ref={form}
      label={label}
      title={title}
      refusal={errors.root?.message}
      isPending={isSubmitting}
      onChange={() => errors.root && clearErrors('root')}
      onSubmit={handleSubmit(cards => send(cards))}
      onClose={onClose}
    >
      <TextField
        label="How many"
        inputMode="numeric"
        hint="1 to 500"
        error={errors.count?.message}
        {...register('count')}
      />
      <Segments
        label="Good for"
        options={['12', '1']}
        names={{ 12: 'One year', 1: 'One month' }}
        error={errors.term_months?.message}
        {...register('term_months')}
      />
      <TextField label="Note" maxLength={200} error={errors.note?.message} {...register('note')} />
    </ActFrame>
  )
}
