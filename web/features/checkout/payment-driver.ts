import type * as api from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'

/** The common interface of both generations of the provider's script. */
export type PaymentButtonProps = {
  settings: OutputOf<typeof api.membership.paymentSettings>
  disabled: boolean
  /** Creates the subscription to approve; called within the click. Shows its own errors. */
  createSubscription: () => Promise<string>
  onApprove: (subscriptionID: string, orderID?: string) => void
  /** The buyer closed the window or went back. */
  onCancel: () => void
  /** `blocked`: the browser blocked the window. `script`: the provider's script did not load. */
  onError: (reason: 'blocked' | 'script' | 'failed') => void
}

/** Whether the window was blocked, the only failure with its own remedy. */
export function reasonOf(error: unknown): 'blocked' | 'failed' {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return /popup/i.test(code) || /pop-?up .*block|block.* pop-?up/i.test(message) ? 'blocked' : 'failed'
}
