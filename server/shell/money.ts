import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { sandboxStore } from '../db/sandbox-store.ts'
import { reconcileNow } from '../features/membership/reconcile-now.ts'
import { connectProvider, connectSandbox, deliverTo } from '../outside/provider.ts'
import { counted, say, shell } from './mistake.ts'

const now = () => new Date()

/** The payment provider of the settings. What the built-in one has to say is delivered by the running site. */
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
