import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Role } from '../../../shared/rules/roles.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { invalid } from '../../http/errors.ts'
import { newLinkToken } from '../../http/mailed-link.ts'
import { hashToken } from '../../lib/hash-token.ts'
import { hashPassword } from '../../lib/password.ts'
import type { Services } from '../../services.ts'
import { insertReset } from '../auth/queries.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { findFreeSlug, lockNames } from '../membership/queries.ts'
import { invitation } from './messages.ts'
import { findMember } from './queries.ts'

/** How long the mailed link to set the first password is good. */
const linkMs = 7 * dayMs

/**
 * Makes an account without a membership and mails a link to set its password. One that is there with the same role and
 * address is left alone, and no second letter is sent.
 */
export async function createMember(
  { db, now, publicUrl }: Pick<Services, 'db' | 'now' | 'publicUrl'>,
  input: { username: string; email: string; role: Role; why?: string | undefined },
  actor: Actor,
): Promise<{ designer_id: number; isNew: boolean }> {
  const { username, email, role } = input
  if (!/^[A-Za-z0-9._-]{3,30}$/.test(username))
    throw invalid('username', 'A username is 3 to 30 letters, digits, dots, underscores or hyphens.')
  if (!z.email().max(254).safeParse(email).success) throw invalid('email', 'That isn’t an email address.')
  // This password is never shown: the mailed link sets one.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  return transaction(db, async trx => {
    await lockNames(trx)
    const there = await findMember(trx, username)
    if (there) {
      if (there.role === role && there.email.toLowerCase() === email.toLowerCase())
        return { designer_id: there.designer_id, isNew: false }
      const problem = `${there.username} already exists, with another role or email.`
      throw invalid('username', problem, 409)
    }
    await refuseTakenAddress(trx, email)
    const { designer_id } = await trx
      .insertInto('designer')
      .values({
        username,
        email,
        role,
        password_hash,
        company: username,
        first_name: username,
        last_name: username,
        slug: await findFreeSlug(trx, username),
        member_since: now(),
      })
      .returning('designer_id')
      .executeTakeFirstOrThrow()
    const token = newLinkToken()
    const until = new Date(now().getTime() + linkMs)
    await insertReset(trx, { token_hash: hashToken(token), designer_id, expires_at: until })
    await enqueueMail(trx, invitation({ to: email, username, role, designer_id, token, until }, publicUrl))
    const act = { what: 'members.create', kind: 'designer', id: designer_id, why: input.why } as const
    await recordAct(trx, actor, { ...act, after: { username, role } }, now())
    return { designer_id, isNew: true }
  })
}

async function refuseTakenAddress(trx: Db, email: string) {
  const taken = await trx
    .selectFrom('designer')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .select('username')
    .executeTakeFirst()
  if (taken) throw invalid('email', `${email} is the address of ${taken.username} already.`, 409)
}
