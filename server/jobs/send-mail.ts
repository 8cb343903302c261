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
/** Backoff after the first, second, … failure. After the last, the mail is a dead letter. */
const backoffs = [1, 5, 30, 2 * 60, 8 * 60, 24 * 60].map(minutes => minutes * minute)
/** Concurrency: one slow server does not delay the other mails. */
const atOnce = 5
/** Time to finish attempts when the program stops; interrupted ones are repeated once. */
const drainMs = 10_000

type Options = {
  send: SendLetter
  onError: (error: unknown) => void
  /** Polling interval of the outbox. */
  everyMs?: number
}

/**
 * Delivers the outbox until `stop`. Safe to run in several processes. No transaction is open during an attempt: the row has
 * the status `sending`, and the outcome is written afterwards.
 */
export function startMailDelivery(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { send, onError, everyMs = 1000 }: Options,
) {
  const stopping = new AbortController()
  const attempts = new Set<Promise<void>>()

  const run = async () => {
    /** Why the last turn failed. */
    let problem: string | undefined
    while (!stopping.signal.aborted) {
      try {
        for (const mail of await claimMails(db, atOnce - attempts.size, now())) {
          const attempt = deliver(db, mail, send, now)
            .catch(onError)
            .finally(() => attempts.delete(attempt))
          attempts.add(attempt)
        }
        problem = undefined
      } catch (error) {
        // While the reason stays the same, as that the database is away, it is reported once.
        if (problem !== String(error)) onError(error)
        problem = String(error)
      }
      const pause = sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
      await (attempts.size === atOnce ? Promise.race(attempts) : Promise.race([pause, ...attempts]))
    }
  }
  const running = run()

  return {
    /** Resolves when all attempts are done, or after `drainMs`. */
    async stop() {
      stopping.abort()
      await running
      await Promise.race([Promise.all(attempts), sleep(drainMs, undefined, { ref: false })])
    },
  }
}

/** Makes one attempt and writes its outcome. */
async function deliver(db: Db, mail: ClaimedMail, send: SendLetter, now: () => Date) {
  const outcome = await attempt(db, mail, send, now)
  await settleMail(db, mail, outcome)
}

async function attempt(db: Db, mail: ClaimedMail, send: SendLetter, now: () => Date): Promise<Outcome> {
  // It is unknown whether an interrupted attempt sent the mail. One repetition may duplicate it; there is no second.
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
    const wait = backoffs[mail.attempts - 1]
    if (reason !== 'later' || wait === undefined) return { status: 'dead', problem: message }
    return { status: 'queued', problem: message, next_attempt_at: new Date(now().getTime() + wait) }
  }
}
