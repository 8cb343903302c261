import { useState } from 'react'
import { CallError } from '../../../shared/endpoint.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import styles from './GiftCardForm.module.css'
import { type GiftCardOrder, transactionFailed } from './order.ts'
import { useRedeemGiftCard } from './queries.ts'

/** Pays by gift card. The server's errors are shown at the field. */
export function GiftCardForm({
  order,
  code,
  onCode,
  onDone,
}: {
  order: GiftCardOrder
  /** Kept by the page, so that switching the way to pay does not lose it. */
  code: string
  onCode: (code: string) => void
  onDone: (memberExpire: string) => void
}) {
  const [error, setError] = useState<string>()
  const { mutateAsync: redeem, isPending } = useRedeemGiftCard()

  const send = async () => {
    if (isPending) return
    if (!code.trim()) return setError('Gift Card Number is required')
    setError(undefined)
    try {
      const { member_expire } = await redeem({ ...order, gift_card_code: code })
      onDone(member_expire)
    } catch (problem) {
      setError(problem instanceof CallError && problem.status > 0 ? problem.body.error : transactionFailed)
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label="Gift Card Number"
        value={code}
        onChange={event => onCode(event.target.value)}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
        hint="Sixteen characters in four groups, as printed on the card"
      />
      <Button kind="primary" type="submit" disabled={isPending}>
        {isPending ? 'Processing…' : 'Process Gift Card'}
      </Button>
      <p className={styles.quiet}>
        The card pays for its full term. It doesn’t renew, and you won’t be charged.
      </p>
    </form>
  )
}
