import type { RegistrationUser } from '../../../shared/api/registration.ts'
import { emailTaken, usernameTaken } from '../../../shared/rules/registration.ts'
import type { Db } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { findFreeSlug } from './queries.ts'

/** A checked registration whose password is a hash already: what may be kept. */
export type StoredRegistration = Omit<RegistrationUser, 'password' | 'notes'> & { password_hash: string }

/** Writes the account of somebody who has paid; within `lockNames`, after the names were found free. */
export async function openAccount(
  trx: Db,
  registration: StoredRegistration,
  affiliate: string,
  now: Date,
): Promise<number> {
  const { designer_id } = await trx
    .insertInto('designer')
    .values({
      ...registration,
      affiliate,
      slug: await findFreeSlug(trx, registration.company),
      member_since: now,
    })
    .returning('designer_id')
    .executeTakeFirstOrThrow()
  return designer_id
}

/** Says which names are taken, beside their fields. */
export function takenNames(taken: { username?: unknown; email?: unknown }): HttpError | undefined {
  const errors = {
    ...(taken.username !== undefined && { username: usernameTaken }),
    ...(taken.email !== undefined && { email: emailTaken }),
  }
  const [first] = Object.values(errors)
  return first ? new HttpError(400, first, { errors }) : undefined
}
