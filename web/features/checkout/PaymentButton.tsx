import { Suspense, useEffect, useRef } from 'react'
import { part } from '../../lib/part.tsx'
import type { PaymentButtonProps } from './payment-driver.ts'

/** Our own part of it did not arrive: told as the provider's is, and asked for again by the same button. */
function Missing({ onError }: PaymentButtonProps) {
  const tell = useRef(onError)
  useEffect(() => tell.current('script'), [])
  return null
}

const drivers = {
  v6: part(() => import('./PayPalV6.tsx'), Missing),
  v5: part(() => import('./PayPalV5.tsx'), Missing),
}

/** The provider's button. */
export function PaymentButton(props: PaymentButtonProps) {
  const Driver = drivers[props.settings.driver]
  return (
    <Suspense>
      <Driver {...props} />
    </Suspense>
  )
}
