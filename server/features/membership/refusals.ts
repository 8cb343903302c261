import type { Selectable } from 'kysely'
import { accountIsClosed, emailTaken, usernameTaken } from '../../../shared/rules/registration.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import { audit } from '../audit/queries.ts'

/** Why a purchase was refused: the code stored with its intent. */
export type Refusal = NonNullable<Database['checkout_intent']['refused_because']>

/** The text for the buyer. */
export const refusalSentences: Record<Refusal, string> = {
  mismatch: 'This payment doesn’t match your order.',
  late: 'This payment was approved too late. Please start again.',
  another_subscription: 'You already have an active subscription.',
  unfinished: 'The payment wasn’t completed.',
  undone: 'The payment was reversed before your membership began.',
  provider: 'The payment provider declined the payment. Please try another way to pay.',
  account_closed: accountIsClosed,
  username_taken: usernameTaken,
  email_taken: emailTaken,
}

/** What happened to the buyer's money: `taken` without a purchase must be refunded. */
export type MoneyState = 'untouched' | 'taken' | 'returned'

type IntentState = Selectable<Database['checkout_intent']>['state']
const unsettled: readonly IntentState[] = ['open', 'settling', 'refused', 'expired']

/**
 * Refuses a purchase and records why. Nothing is written where the intent's state is not one of `from`; a purchase
 * that is settled is never refused.
 */
export async function refuseIntent(
  trx: Db,
  intent: { intent_id: string; designer_id: number | null; subscription_id: string | null },
  refusal: Refusal,
  record: {
    at: Date
    what?: string
    detail?: Record<string, unknown>
    needs_attention: boolean
    from?: readonly IntentState[]
  },
) {
  const { from = unsettled, what = 'purchase refused', detail, at, needs_attention } = record
  const { numUpdatedRows } = await trx
    .updateTable('checkout_intent')
    .set({ state: 'refused', refused_because: refusal })
    .where('intent_id', '=', intent.intent_id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) return
  const { designer_id, subscription_id } = intent
  await audit(trx, { at, designer_id, subscription_id, what, needs_attention, ...(detail && { detail }) })
}
