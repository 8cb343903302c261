import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { mailAttention } from '../features/membership/mails.ts'
import { processEvents } from '../features/membership/receive-webhook.ts'
import { reconcile, settleFresh } from '../features/membership/reconcile.ts'
import { remindMembers } from '../features/membership/remind-members.ts'
import type { PaymentSandbox } from '../outside/paypal-sandbox/sandbox.ts'
import type { Services } from '../services.ts'

const minuteMs = 60_000
/** How soon after a start: something was under way when the process before this one ended. */
const firstMs = 2000
const hourMs = 60 * minuteMs

/**
 * Keeps the ledger true until `stop`: looks every minute at what was just approved or reported, every hour at what is
 * likely to have changed, every night at everything; and reminds members, even where only gift cards are sold. Several
 * processes share the work.
 */
export function keepLedger(
  services: Services,
  { sandbox, log }: { sandbox: PaymentSandbox | undefined; log: FastifyBaseLogger },
) {
  const onError = (error: unknown) => log.warn({ err: error }, 'a payment waits')
  async function turn() {
    const { db, now } = services
    await sandbox?.bill()
    await sandbox?.flush()
    if (services.payments.button) await askProvider()
    // After the provider was asked: who has just paid is not told that the membership ends.
    if (!looking && (await isDue(db, 'reminded', 24 * hourMs, now()))) await remindMembers(services)
  }
  async function askProvider() {
    await settleFresh(services, onError)
    await processEvents(services, onError)
    await mailAttention(services.db, services)
    const how = looking ? undefined : await findDue()
    if (how) looking = look(how)
  }
  /**
   * The look of an hour or a night takes long where there are many members, so it runs beside the minutes, which do not
   * wait for it. It has no clock of its own: processes that share the work have to ask the database whose turn it is,
   * which is what the minute does.
   */
  let looking: Promise<void> | undefined
  async function findDue(): Promise<'full' | 'light' | undefined> {
    const { db, now } = services
    if (await isDue(db, 'reconciled fully', 24 * hourMs, now())) return 'full'
    return (await isDue(db, 'reconciled', hourMs, now())) ? 'light' : undefined
  }
  async function look(how: 'light' | 'full') {
    try {
      log.info(await reconcile(services, how, onError), `reconciled: ${how}`)
    } catch (error) {
      onError(error)
    } finally {
      looking = undefined
    }
  }
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  let timer: NodeJS.Timeout
  const next = (afterMs: number) => {
    timer = setTimeout(() => {
      running = turn()
        .catch(onError)
        .finally(() => !isStopped && next(minuteMs))
    }, afterMs)
  }
  next(firstMs)
  return {
    /** Resolves when what is under way is done. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      await looking
    },
  }
}

/** Whether it is this process's turn to do what all of them do once in so long; then it counts as done. */
async function isDue(db: Db, name: string, everyMs: number, now: Date): Promise<boolean> {
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
