import { createIntent } from '../server/features/membership/create-intent.ts'
import { keepEvent, processEvents } from '../server/features/membership/receive-webhook.ts'
import { reconcile } from '../server/features/membership/reconcile.ts'
import { type Redeemer, redeemGiftCard } from '../server/features/membership/redeem-gift-card.ts'
import { type PaymentContext, settlePayment } from '../server/features/membership/settle-payment.ts'
import type { PaymentSandbox } from '../server/outside/paypal-sandbox/sandbox.ts'
import type { Services } from '../server/services.ts'

// Every operation that moves money or time, as a process runs it: to be interrupted at any step.

type Acting = PaymentContext & Pick<Services, 'secret'>

/** Swallows errors: surviving processes retry. */
const quiet = () => {}

export const paymentActs = {
  begin: (services: Acting, designer_id: number) =>
    createIntent(
      services,
      { isMonthly: false, isNew: false },
      { id: designer_id, role: 'member', isActive: false },
      undefined,
    ),
  approve: (services: Acting, subscriptionId: string) => settlePayment(services, subscriptionId),
  redeem: (services: Acting, { code, redeemer }: { code: string; redeemer: Redeemer }) =>
    redeemGiftCard(services, code, redeemer),
  reconcile: (services: Acting) => reconcile(services, 'full', quiet),
  /** Like the webhook with the provider's messages. */
  async hear(services: Acting, _: unknown, sandbox: PaymentSandbox) {
    for (const { envelope } of await sandbox.waitingEvents())
      await keepEvent(services.db, envelope, services.now())
    await processEvents(services, quiet)
  },
}
