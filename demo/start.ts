import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { demoAccounts, demoPassword, demoStaff } from './accounts.ts'
import type { FillMessage, FillOrder } from './fill.ts'

export type DemoFill = {
  /** Resolves once the accounts can sign in; false if this database is not for demonstration. */
  ready: Promise<boolean>
  stop(): void
}

/** Starts a process that fills the database and reports its progress. `logos` is how many there will be. */
export function startDemo({ say, ...order }: FillOrder & { say: (line: string) => void }): DemoFill {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fill.ts')], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Over IPC and not as arguments, which every user of the machine can read: the address may hold a password, and the
  // secret is one.
  child.send(order)
  let problem = ''
  child.stderr!.on('data', chunk => {
    problem = `${problem}${chunk}`.slice(-4000)
  })

  let shown = 0
  const started = performance.now()
  const ready = new Promise<boolean>(resolve => {
    child.on('message', message => {
      const { filled, of } = message as FillMessage
      if (filled === 0) resolve(true)
      const tenths = Math.floor((filled / of) * 10)
      if (tenths === shown) return
      shown = tenths
      const seconds = Math.round((performance.now() - started) / 1000)
      say(`Demonstration content: ${filled} of ${of} logos (${seconds} s)`)
    })
    child.on('exit', code => {
      if (code)
        say(`The demonstration content could not be finished; the next start goes on with it.\n${problem}`)
      resolve(false)
    })
  })
  return { ready, stop: () => void child.kill() }
}

/** The sign-ins, as text for the console. */
export function describeAccounts(): string {
  const lines = [...demoAccounts, ...demoStaff]
    .filter(({ username }) => !/^juror([2-9]|1[01])$/.test(username))
    .map(
      ({ username, about }) =>
        `  ${(username === 'juror1' ? 'juror1 … juror11' : username).padEnd(18)}${about}`,
    )
  return [`Demonstration sign-ins, password ${demoPassword}`, ...lines].join('\n')
}
