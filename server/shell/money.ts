import { type Config, loadPayPalAccess } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { sandboxStore } from '../db/sandbox-store.ts'
import { listAttention } from '../features/membership/queries.ts'
import { reconcileNow } from '../features/membership/reconcile-now.ts'
import { setUpPayPal } from '../outside/paypal-setup.ts'
import { connectPayPal, connectProvider, connectSandbox, deliverTo } from '../outside/provider.ts'
import { counted, inColumns, say, shell } from './mistake.ts'
import type { Env } from './with-database.ts'

const now = () => new Date()

/** The payment provider of the settings. Messages of the built-in one are delivered by the running site. */
const paymentsOf = (db: Db, config: Config) =>
  config.payments.kind === 'sandbox'
    ? connectSandbox(config, { store: sandboxStore(db), now, deliver: deliverTo(config.port) }).payments
    : connectProvider(config)

/** Compares the ledger with the payment provider. */
export async function reconcileAtShell(db: Db, config: Config) {
  const { publicUrl } = config
  const payments = paymentsOf(db, config)
  const problems: string[] = []
  const result = await reconcileNow({ db, now, publicUrl, payments }, shell, error =>
    problems.push(error instanceof Error ? error.message : String(error)),
  )
  const { settled, missed_events, unknown_subscriptions, failed } = result
  for (const problem of problems) say(`A payment waits: ${problem}`)
  say(
    [
      `${counted(settled, 'subscription', 'subscriptions')} compared`,
      counted(missed_events, 'missed message', 'missed messages'),
      counted(unknown_subscriptions, 'unknown subscription', 'unknown subscriptions'),
      `${failed} failed`,
    ].join(', '),
  )
}

/** Lists the cases that need a decision; each was also mailed to support. */
export async function listAttentionAtShell(db: Db) {
  const entries = await listAttention(db, new Date(0))
  for (const { audit_id, at, what, username, subscription_id, detail } of entries)
    say(inColumns(audit_id, at.toISOString(), what, username, subscription_id, JSON.stringify(detail)))
  say(counted(entries.length, 'entry', 'entries'))
}

/** Creates the products, plans and webhook at PayPal and prints the settings to make. Idempotent. */
export async function setUpPayPalAtShell(env: Env | undefined) {
  const access = loadPayPalAccess(env)
  const webhookUrl = `${access.publicUrl}/api/payments/webhook`
  const { planIds, webhookId } = await setUpPayPal(connectPayPal(access), webhookUrl)
  say(`PAYPAL_PLAN_YEARLY=${planIds.yearly}`)
  say(`PAYPAL_PLAN_MONTHLY=${planIds.monthly}`)
  say(`PAYPAL_WEBHOOK_ID=${webhookId}`)
}
