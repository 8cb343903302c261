import type { RegistrationUser } from '../../../shared/api/membership.ts'
import { emailTaken, usernameTaken } from '../../../shared/rules/registration.ts'
import type { Db } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { findFreeSlug } from './queries.ts'

/** A checked registration with its password hashed, as it may be stored. */
export type StoredRegistration = Omit<RegistrationUser, 'password' | 'notes'> & { password_hash: string }

/** The registration of a purchase, written by `createIntent`; null once the purchase is over. */
export const registrationOf = (intent: { registration: unknown }) =>
  intent.registration as StoredRegistration | null

/** Writes the account of a buyer who has paid; within `lockNames`, after the names were found free. */
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

/** The errors for taken names, by field. */
export function takenNames(taken: { username?: unknown; email?: unknown }): HttpError | undefined {
  const errors = {
    ...(taken.username !== undefined && { username: usernameTaken }),
    ...(taken.email !== undefined && { email: emailTaken }),
  }
  const [first] = Object.values(errors)
  return first ? new HttpError(400, first, { errors }) : undefined
}
