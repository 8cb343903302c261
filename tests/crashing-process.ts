import { flushCompileCache } from 'node:module'
import { loadConfig } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { sandboxStore } from '../server/db/sandbox-store.ts'
import { connectSandbox } from '../server/outside/provider.ts'
import { injectCrashes } from './fault-injection.ts'
import { judgingActs } from './judging-acts.ts'
import { paymentActs } from './payment-acts.ts'

// Runs one act of `payment-acts.ts` or `judging-acts.ts` on an existing database, and kills itself with -9 after so many
// steps: `node tests/crashing-process.ts '{"url", "act", "input", "maxSteps", "aheadMs"}'`.

// This process ends without an exit, at which Node would write it.
flushCompileCache()

const acts = { ...paymentActs, ...judgingActs }

const { url, act, input, maxSteps, aheadMs } = JSON.parse(process.argv[2]!) as {
  url: string
  act: keyof typeof acts
  input: never
  maxSteps: number
  aheadMs: number
}
const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
const { secret, publicUrl } = config
const { db, close } = connect(url)
const now = () => new Date(Date.now() + aheadMs)
const { payments, sandbox } = connectSandbox(config, {
  store: sandboxStore(db),
  now,
  deliver: async () => 503,
})
const faults = injectCrashes({ db, payments, now, secret, publicUrl }, url, () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
})
await faults.crashAfterSteps(() => acts[act](faults.services, input, sandbox) as Promise<unknown>, maxSteps)
await faults.close()
await close()
