import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { reconcile } from './reconcile.ts'

/** Compares with the payment provider what is likely to have changed; `onError` gets each payment that waits. */
export async function reconcileNow(
  services: Pick<Services, 'db' | 'now' | 'publicUrl' | 'payments'>,
  actor: Actor,
  onError: (error: unknown) => void,
) {
  const { payments, db, now } = services
  if (!payments) throw new HttpError(503, 'No payment provider is set up.')
  const done = await reconcile({ ...services, payments }, 'light', onError)
  const result = {
    settled: done.settled,
    missed_events: done.missedEvents,
    unknown_subscriptions: done.unknownSubscriptions,
    failed: done.failed,
  }
  await recordAct(db, actor, { what: 'money.reconcile', kind: 'ledger', id: 0, after: result }, now())
  return result
}
