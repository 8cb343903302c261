import { useEffect, useEffectEvent, useRef } from 'react'
import { loadScript } from './load-script.ts'
import styles from './PayPalV5.module.css'
import { type PaymentButtonProps, reasonOf } from './payment-driver.ts'

/** The part of the script's API that is used here. */
type Script = {
  Buttons: (options: {
    style: { height: number; label: 'paypal'; color: 'black' }
    createSubscription: () => Promise<string>
    onApprove: (data: { subscriptionID?: string | null; orderID?: string }) => Promise<void>
    onCancel: () => void
    onError: (error: unknown) => void
  }) => { render: (container: HTMLElement) => Promise<void>; close: () => Promise<void> }
}

/** The provider's older script, which draws its own buttons. */
export default function PayPalV5(props: PaymentButtonProps) {
  const { settings, disabled } = props
  const container = useRef<HTMLDivElement>(null)

  const create = useEffectEvent(props.createSubscription)
  const approve = useEffectEvent(props.onApprove)
  const cancel = useEffectEvent(props.onCancel)
  const fail = useEffectEvent(props.onError)

  useEffect(() => {
    let isGone = false
    let close = () => {}
    const draw = async () => {
      await loadScript(settings.scriptUrl)
      if (isGone || !container.current) return
      const { paypal } = window as unknown as { paypal: Script }
      const buttons = paypal.Buttons({
        style: { height: 44, label: 'paypal', color: 'black' },
        createSubscription: () => create(),
        onApprove: async ({ subscriptionID, orderID }) => {
          if (subscriptionID) approve(subscriptionID, orderID)
        },
        onCancel: () => cancel(),
        onError: error => fail(reasonOf(error)),
      })
      close = () => void buttons.close().catch(() => {})
      await buttons.render(container.current)
    }
    draw().catch(() => isGone || fail('script'))
    return () => {
      isGone = true
      close()
    }
  }, [settings])

  return <div className={styles.place} ref={container} inert={disabled} />
}
