import { loadConfig } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { connectSandbox } from '../server/outside/provider.ts'
import { mortalServices } from './mortal.ts'
import { paymentActs } from './payment-acts.ts'

// A process that does one act of `payment-acts.ts` over a database that is there, and kills itself with -9 after so many
// steps: `node tests/mortal-process.ts '{"url", "act", "given", "most", "aheadMs"}'`.

const { url, act, given, most, aheadMs } = JSON.parse(process.argv[2]!) as {
  url: string
  act: keyof typeof paymentActs
  given: never
  most: number
  aheadMs: number
}
const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
const { secret, publicUrl, supportEmail } = config
const { db, close } = connect(url)
const now = () => new Date(Date.now() + aheadMs)
const { payments, sandbox } = connectSandbox(config, { db, now, deliver: async () => 503 })
const mortal = mortalServices({ db, payments, now, secret, publicUrl, supportEmail }, url, () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
})
await mortal.live(() => paymentActs[act](mortal.services, given, sandbox) as Promise<unknown>, most)
await mortal.close()
await close()
