import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { loadScript } from './load-script.ts'
import { type PaymentButtonProps, reasonOf } from './payment-driver.ts'

type Session = {
  start: (
    options: { presentationMode: 'auto' },
    subscription: Promise<{ subscriptionId: string }>,
  ) => Promise<unknown>
}
type Events = {
  onApprove: (data: { subscriptionId: string }) => Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
}
/** The part of the script's API that is used here. */
type Script = {
  createInstance: (options: { clientId: string; components: ['paypal-subscriptions'] }) => Promise<{
    findEligibleMethods: (options: {
      paymentFlow: 'RECURRING_PAYMENT'
      currencyCode: 'USD'
    }) => Promise<{ isEligible: (method: 'paypal') => boolean }>
    createPayPalSubscriptionPaymentSession: (events: Events) => Session
  }>
}

/** The provider's current script: the button is ours, the window the provider's. */
export default function PayPalV6(props: PaymentButtonProps) {
  const { settings, disabled } = props
  // A ref, because `pay` is an event handler that outlives its render: useEffectEvent is for effects alone.
  const latest = useRef(props)
  const [session, setSession] = useState<Session>()

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    let isGone = false
    makeSession(settings, {
      onApprove: async ({ subscriptionId }) => latest.current.onApprove(subscriptionId),
      onCancel: () => latest.current.onCancel(),
      onError: error => latest.current.onError(reasonOf(error)),
    }).then(
      made => isGone || setSession(made),
      () => isGone || latest.current.onError('script'),
    )
    return () => {
      isGone = true
    }
  }, [settings])

  const pay = () => {
    // Not awaited: the window must open within the click, the subscription may arrive later.
    const subscription = props.createSubscription().then(subscriptionId => ({ subscriptionId }))
    session?.start({ presentationMode: 'auto' }, subscription).catch(error => {
      latest.current.onError(reasonOf(error))
    })
  }

  return (
    <Button kind="primary" onClick={pay} disabled={disabled || !session}>
      Continue with PayPal
    </Button>
  )
}

async function makeSession({ scriptUrl, clientId }: PaymentButtonProps['settings'], events: Events) {
  await loadScript(scriptUrl)
  const { paypal } = window as unknown as { paypal: Script }
  const instance = await paypal.createInstance({ clientId, components: ['paypal-subscriptions'] })
  const methods = await instance.findEligibleMethods({
    paymentFlow: 'RECURRING_PAYMENT',
    currencyCode: 'USD',
  })
  if (!methods.isEligible('paypal')) throw new Error('PayPal isn’t available in this browser.')
  return instance.createPayPalSubscriptionPaymentSession(events)
}
