import { Suspense, useEffect, useRef } from 'react'
import { lazyWithRetry } from '../../lib/loading/lazy-with-retry.tsx'
import type { PaymentButtonProps } from './payment-driver.ts'

/** Our own code didn’t load: shows the same error as for the provider's script, and the same button retries. */
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
