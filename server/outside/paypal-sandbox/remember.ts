import { type Plan, plans, utcDay } from '../../../shared/rules/plan.ts'
import { digits, iso } from './answers.ts'
import { sandboxPlanIds } from './catalogue.ts'
import type { SandboxStore } from './store.ts'
import { newSubscription, type Subscription, type Transaction } from './subscription.ts'

/** Stores a subscription that began in the past: for demonstration content. */
export async function rememberSubscription(
  store: SandboxStore,
  past: {
    id: string
    plan: Plan
    status?: 'ACTIVE' | 'CANCELLED'
    begun: Date
    payment: { status: Transaction['status']; at: Date }
    nextPayment: Date
  },
) {
  const s: Subscription = {
    ...newSubscription(past.id),
    plan_id: sandboxPlanIds[past.plan],
    status: past.status ?? 'ACTIVE',
    custom_id: '',
    user_action: 'CONTINUE',
    start_time: iso(past.begun),
    create_time: iso(past.begun),
    update_time: iso(past.begun),
    anchor: utcDay(past.begun),
    cycles: 1,
    next_billing_time: iso(past.nextPayment),
    transactions: [
      {
        id: digits(`${past.id} 0`, 17),
        status: past.payment.status,
        cents: plans[past.plan].cents,
        time: iso(past.payment.at),
      },
    ],
  }
  await store.add('subscription', s.id, s)
}
