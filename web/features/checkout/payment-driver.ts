import type * as api from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'

/** What the two generations of the provider's script are used for, in one form. */
export type PaymentButtonProps = {
  settings: OutputOf<typeof api.membership.paymentSettings>
  disabled: boolean
  /** Makes the subscription that is to be approved; called from within the click. Tells itself when it cannot. */
  createSubscription: () => Promise<string>
  onApprove: (subscriptionID: string, orderID?: string) => void
  /** The buyer closed the window, or went back from it. */
  onCancel: () => void
  /** `blocked`: the browser let no window open. `script`: the provider's script is not there. */
  onError: (reason: 'blocked' | 'script' | 'failed') => void
}

/** A window that was not allowed to open is the one failure with a remedy of its own. */
export function reasonOf(error: unknown): 'blocked' | 'failed' {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return /popup/i.test(code) || /pop-?up .*block|block.* pop-?up/i.test(message) ? 'blocked' : 'failed'
}
