import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Overloaded } from './errors.ts'

// argon2id (the library's default) with OWASP's first choice for servers: 19 MiB, two passes, one lane. A hash takes 19 MiB
// and a core for about 15 ms, so two run at once and the others wait in a bounded queue.

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const longestQueue = 60
const gate = pLimit(2)

function inTurn<T>(work: () => Promise<T>) {
  if (gate.pendingCount >= longestQueue)
    throw new Overloaded('Too many passwords wait to be hashed', {
      sentence: 'A lot of people are logging in right now. Please try again.',
      retryAfter: 2,
    })
  return gate(work)
}

export const hashPassword = (password: string) => inTurn(() => hash(password, parameters))

let decoy: Promise<string> | undefined

/**
 * Whether the password is right. Without a hash to compare with (no such account) it does the same work and says
 * no, so that time does not tell which accounts exist.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this one')
  const against = passwordHash ?? (await decoy)
  const right = await inTurn(() => verify(against, password))
  return right && passwordHash !== undefined
}
