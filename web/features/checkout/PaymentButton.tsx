import { Suspense, useEffect, useRef } from 'react'
import { lazyWithRetry } from '../../lib/loading/lazy-with-retry.tsx'
import type { PaymentButtonProps } from './payment-driver.ts'

/** Our own part of it didn’t load: told as the provider's is, and asked for again by the same button. */
function Missing({ onError }: PaymentButtonProps) {
  const tell = useRef(onError)
  useEffect(() => tell.current('script'), [])
  return null
}

const drivers = {
  v6: lazyWithRetry(() => import('./PayPalV6.tsx'), Missing),
  v5: lazyWithRetry(() => import('./PayPalV5.tsx'), Missing),
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
