import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import {
  type ClaimedMail,
  claimMails,
  type Outcome,
  settleMail,
  suppressAddress,
} from '../features/mail/queries.ts'
import { SendError, type SendLetter } from '../outside/mail.ts'
import type { Services } from '../services.ts'

const minute = 60_000
/** After the first, second, … failure. A mail that fails once more is given up. */
const waits = [1, 5, 30, 2 * 60, 8 * 60, 24 * 60].map(minutes => minutes * minute)
/** Sent side by side: one server that answers slowly does not hold up the rest. */
const atOnce = 5
/** What is being sent when the program stops may be finished within this; afterwards it is sent once more. */
const patienceMs = 10_000

type Options = {
  send: SendLetter
  onError: (error: unknown) => void
  /** How often the outbox is looked at. */
  everyMs?: number
}

/**
 * Sends what is in the outbox, until `stop`. Several processes may do so. No transaction is open while a server is
 * talked to: the row says `sending`, and how it ended is written afterwards.
 */
export function sendMails(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { send, onError, everyMs = 1000 }: Options,
) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  const run = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      try {
        for (const mail of await claimMails(db, atOnce - underWay.size, now())) {
          const attempt = deliver(db, mail, send, now)
            .catch(onError)
            .finally(() => underWay.delete(attempt))
          underWay.add(attempt)
        }
        isFailing = false
      } catch (error) {
        // While the database is away, once is enough.
        if (!isFailing) onError(error)
        isFailing = true
      }
      const pause = sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
      await (underWay.size === atOnce ? Promise.race(underWay) : Promise.race([pause, ...underWay]))
    }
  }
  const running = run()

  return {
    /** Resolves when what is under way is done, or has had ten seconds. */
    async stop() {
      stopping.abort()
      await running
      await Promise.race([Promise.all(underWay), sleep(patienceMs, undefined, { ref: false })])
    },
  }
}

/** One attempt, and what follows from how it ends. */
async function deliver(db: Db, mail: ClaimedMail, send: SendLetter, now: () => Date) {
  const outcome = await attempt(db, mail, send, now)
  await settleMail(db, mail, outcome)
}

async function attempt(db: Db, mail: ClaimedMail, send: SendLetter, now: () => Date): Promise<Outcome> {
  // Nobody knows whether it went out. A second time may be one too many; there is no third.
  if (mail.interruptions > 1) return { status: 'dead', problem: 'Interrupted twice while it was sent.' }
  if (mail.is_suppressed) return { status: 'dead', problem: 'This address was refused lately.' }
  if (mail.token_until && mail.token_until <= now())
    return { status: 'dead', problem: 'What it leads to has expired.' }
  try {
    await send(mail)
    return { status: 'sent' }
  } catch (error) {
    const { reason, message } =
      error instanceof SendError ? error : { reason: 'later', message: String(error) }
    if (reason === 'no mailbox') await suppressAddress(db, mail.to_address, message, now())
    const wait = waits[mail.attempts - 1]
    if (reason !== 'later' || wait === undefined) return { status: 'dead', problem: message }
    return { status: 'queued', problem: message, next_attempt_at: new Date(now().getTime() + wait) }
  }
}
