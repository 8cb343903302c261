import { lazy, Suspense } from 'react'
import type { PaymentButtonProps } from './payment-driver.ts'

const drivers = {
  v6: lazy(() => import('./PayPalV6.tsx')),
  v5: lazy(() => import('./PayPalV5.tsx')),
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
