import { useEffect, useRef } from 'react'
import { loadScript } from './load-script.ts'
import styles from './PayPalV5.module.css'
import { type PaymentButtonProps, reasonOf } from './payment-driver.ts'

/** As much of the script as is used here. */
type Script = {
  Buttons: (options: {
    style: { height: number; label: 'paypal'; color: 'black' }
    createSubscription: () => Promise<string>
    onApprove: (data: { subscriptionID?: string | null; orderID?: string }) => Promise<void>
    onCancel: () => void
    onError: (error: unknown) => void
  }) => { render: (place: HTMLElement) => Promise<void>; close: () => Promise<void> }
}

/** The provider's older script, which draws its own buttons. */
export default function PayPalV5(props: PaymentButtonProps) {
  const { settings, disabled } = props
  const latest = useRef(props)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    let isGone = false
    let close = () => {}
    const draw = async () => {
      await loadScript(settings.scriptUrl)
      if (isGone || !place.current) return
      const { paypal } = window as unknown as { paypal: Script }
      const buttons = paypal.Buttons({
        style: { height: 44, label: 'paypal', color: 'black' },
        createSubscription: () => latest.current.createSubscription(),
        onApprove: async ({ subscriptionID, orderID }) => {
          if (subscriptionID) latest.current.onApprove(subscriptionID, orderID)
        },
        onCancel: () => latest.current.onCancel(),
        onError: error => latest.current.onError(reasonOf(error)),
      })
      close = () => void buttons.close().catch(() => {})
      await buttons.render(place.current)
    }
    draw().catch(() => isGone || latest.current.onError('script'))
    return () => {
      isGone = true
      close()
    }
  }, [settings])

  return <div className={styles.place} ref={place} inert={disabled} />
}
