import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { hourMs } from '../../shared/rules/time.ts'
import type { Db } from '../db/connect.ts'
import { mailAttention } from '../features/membership/mails.ts'
import { processEvents } from '../features/membership/receive-webhook.ts'
import { reconcile, settleFresh } from '../features/membership/reconcile.ts'
import { remindMembers } from '../features/membership/remind-members.ts'
import type { PaymentContext } from '../features/membership/settle-payment.ts'
import type { PaymentSandbox } from '../outside/paypal-sandbox/sandbox.ts'
import type { Services } from '../services.ts'

const minuteMs = 60_000
/** Delay of the first run: a previous process may have left payments unfinished. */
const firstRunMs = 2000

/**
 * Reconciles the ledger with the provider until `stop`: every minute what was just approved or reported, every hour what is
 * likely to have changed, every night everything. Also reminds members whose time ends, even where only gift cards are sold.
 * Several processes share the work.
 */
export function startLedgerJob(
  services: Services,
  { sandbox, log }: { sandbox: PaymentSandbox | undefined; log: FastifyBaseLogger },
) {
  const onError = (error: unknown) => log.warn({ err: error }, 'a payment waits')
  async function runMinute() {
    const { db, now } = services
    await sandbox?.bill()
    await sandbox?.flush()
    if (services.payments) await askProvider({ ...services, payments: services.payments })
    // After the provider was asked: a member who has just paid must not be reminded.
    if (!reconciling && (await claimPeriod(db, 'reminded', 24 * hourMs, now()))) await remindMembers(services)
  }
  async function askProvider(context: PaymentContext) {
    await settleFresh(context, onError)
    await processEvents(context, onError)
    await mailAttention(services.db, services)
    const scope = reconciling ? undefined : await claimReconciliation()
    if (scope) reconciling = runReconciliation(context, scope)
  }
  /** The hourly or nightly reconciliation in progress. It can take long, so the minutes do not wait for it. */
  let reconciling: Promise<void> | undefined
  async function claimReconciliation(): Promise<'full' | 'light' | undefined> {
    const { db, now } = services
    if (await claimPeriod(db, 'reconciled fully', 24 * hourMs, now())) return 'full'
    return (await claimPeriod(db, 'reconciled', hourMs, now())) ? 'light' : undefined
  }
  async function runReconciliation(context: PaymentContext, scope: 'light' | 'full') {
    try {
      log.info(await reconcile(context, scope, onError), `reconciled: ${scope}`)
    } catch (error) {
      onError(error)
    } finally {
      reconciling = undefined
    }
  }
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  let timer: NodeJS.Timeout
  const next = (afterMs: number) => {
    timer = setTimeout(() => {
      running = runMinute()
        .catch(onError)
        .finally(() => !isStopped && next(minuteMs))
    }, afterMs)
  }
  next(firstRunMs)
  return {
    /** Resolves when the work in progress is done. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      await reconciling
    },
  }
}

/** Claims a periodic task for this process: true for one process in each period. */
async function claimPeriod(db: Db, name: string, everyMs: number, now: Date): Promise<boolean> {
  const value = JSON.stringify({ at: now.toISOString() })
  const claimed = await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict(c =>
      c
        .column('name')
        .doUpdateSet({ value })
        .where(sql<Date>`(setting.value ->> 'at')::timestamptz`, '<=', new Date(+now - everyMs)),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}
