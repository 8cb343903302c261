import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import { lacksFactor } from '../../http/session.ts'

/** A designer's passkeys, the first one first. */
export const listPasskeys = (db: Db, designerId: number) =>
  db
    .selectFrom('passkey')
    .where('designer_id', '=', designerId)
    .select(['passkey_id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .orderBy('passkey_id')
    .execute()

/** The passkey of this id, as a browser names it, and whose it is. */
export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('designer', 'designer.designer_id', 'passkey.designer_id')
    .where('credential_id', '=', credentialId)
    .where('closed_at', 'is', null)
    .select([
      'passkey_id',
      'passkey.designer_id',
      'passkey.created_at',
      'credential_id',
      'public_key',
      'sign_count',
      'password_hash',
    ])
    .executeTakeFirst()

type NewPasskey = {
  designer_id: number
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
  name: string
  created_at: Date
}

/** False if it is somebody's already. */
export async function insertPasskey(trx: Db, passkey: NewPasskey): Promise<boolean> {
  const row = await trx
    .insertInto('passkey')
    .values(passkey)
    .onConflict(c => c.column('credential_id').doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a use; false if another use has counted as far: an authenticator with a counter never repeats a number. */
export async function countPasskeyUse(
  db: Db,
  passkeyId: number,
  signCount: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .where(eb => eb.or([eb('sign_count', '<', signCount), eb('sign_count', '=', 0)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The name of the passkey that was removed; undefined if the designer has no such one. */
export const deletePasskey = (trx: Db, designerId: number, passkeyId: number) =>
  trx
    .deleteFrom('passkey')
    .where('designer_id', '=', designerId)
    .where('passkey_id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst()

export const findTotp = (db: Db, designerId: number) =>
  db
    .selectFrom('totp')
    .where('designer_id', '=', designerId)
    .select(['secret', 'pending_secret', 'last_step'])
    .executeTakeFirst()

/** Stores a pending secret, which opens nothing yet. */
export async function setPendingTotp(db: Db, designerId: number, sealed: Buffer) {
  await db
    .insertInto('totp')
    .values({ designer_id: designerId, pending_secret: sealed })
    .onConflict(c => c.column('designer_id').doUpdateSet({ pending_secret: sealed }))
    .execute()
}

/** Activates the pending secret. `step` is that of the code that proved it, which is used up. */
export async function activateTotp(trx: Db, designerId: number, step: number, now: Date) {
  await trx
    .updateTable('totp')
    .set({ secret: sql`pending_secret`, pending_secret: null, last_step: step, added_at: now })
    .where('designer_id', '=', designerId)
    .execute()
}

/** Uses up the code of a step; false if that or a later one was used before. */
export async function takeTotpStep(db: Db, designerId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ last_step: step })
    .where('designer_id', '=', designerId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if no app was set up. */
export async function deleteTotp(trx: Db, designerId: number): Promise<boolean> {
  const row = await trx
    .deleteFrom('totp')
    .where('designer_id', '=', designerId)
    .returning('secret')
    .executeTakeFirst()
  return row !== undefined && row.secret !== null
}

export async function countRecoveryCodes(db: Db, designerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('designer_id', '=', designerId)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Replaces all recovery codes. An empty list only removes them. */
export async function replaceRecoveryCodes(
  trx: Db,
  designerId: number,
  hashes: readonly Buffer[],
  now: Date,
) {
  await trx.deleteFrom('recovery_code').where('designer_id', '=', designerId).execute()
  if (hashes.length)
    await trx
      .insertInto('recovery_code')
      .values(hashes.map(code_hash => ({ designer_id: designerId, code_hash, created_at: now })))
      .execute()
}

/** Uses up a recovery code; false if there is no such code. Of concurrent uses one returns true. */
export async function takeRecoveryCode(trx: Db, designerId: number, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_code')
    .where('designer_id', '=', designerId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The account, locked: of two changes of its factors at once, the second sees what the first has left. */
export const lockFactors = (trx: Db, designerId: number) =>
  trx
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is', null)
    .select(['designer_id', 'username', 'email', 'role'])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether the account's role or seat on a jury demands a second factor that it does not have. */
export const findLack = (db: Db, designerId: number) =>
  db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select(['has_demo_password', lacksFactor.as('lacks_factor')])
    .executeTakeFirstOrThrow()

/** What the account can prove itself with besides the password, for its second step of signing in. */
export async function listFactorKinds(db: Db, designerId: number) {
  const { rows } = await sql<{ kind: 'totp' | 'passkey' | 'recovery' }>`
    select kind from (values
      (1, 'totp', exists (select from totp where designer_id = ${designerId} and secret is not null)),
      (2, 'passkey', exists (select from passkey where designer_id = ${designerId})),
      (3, 'recovery', exists (select from recovery_code where designer_id = ${designerId}))
    ) as factor (place, kind, is_there) where is_there order by place`.execute(db)
  return rows.map(row => row.kind)
}

/**
 * Removes the factors that were added at `since` or later, with everything unfinished: half sign-ins, challenges and links that
 * undo. Recovery codes do not outlive the last factor. Returns what was removed, in words.
 */
export async function removeFactorsSince(trx: Db, designerId: number, since: Date): Promise<string[]> {
  const passkeys = await trx
    .deleteFrom('passkey')
    .where('designer_id', '=', designerId)
    .where('created_at', '>=', since)
    .returning('name')
    .execute()
  const [app] = await trx
    .deleteFrom('totp')
    .where('designer_id', '=', designerId)
    .where(eb => eb.or([eb('added_at', '>=', since), eb('secret', 'is', null)]))
    .returning('secret')
    .execute()
  await trx
    .updateTable('totp')
    .set({ pending_secret: null })
    .where('designer_id', '=', designerId)
    .where('secret', 'is not', null)
    .execute()
  const kinds = await listFactorKinds(trx, designerId)
  const hasFactor = kinds.some(kind => kind !== 'recovery')
  const codes = await trx
    .deleteFrom('recovery_code')
    .where('designer_id', '=', designerId)
    .$if(hasFactor, codes => codes.where('created_at', '>=', since))
    .returning('designer_id')
    .execute()
  for (const table of ['half_sign_in', 'webauthn_challenge', 'factor_undo'] as const)
    await trx.deleteFrom(table).where('designer_id', '=', designerId).execute()
  return [
    ...passkeys.map(({ name }) => `passkey “${name}”`),
    ...(app?.secret ? ['authenticator app'] : []),
    ...(codes.length ? ['recovery codes'] : []),
  ]
}

export async function insertFactorUndo(trx: Db, undo: Insertable<Database['factor_undo']>): Promise<void> {
  await trx.insertInto('factor_undo').values(undo).execute()
}

/** Whose factors a link removes, and since when; undefined if it has expired or was used. */
export const findFactorUndo = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('factor_undo')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(['designer_id', 'since'])
    .executeTakeFirst()

export async function deleteFactors(trx: Db, designerId: number) {
  for (const table of ['passkey', 'totp', 'recovery_code', 'half_sign_in', 'webauthn_challenge'] as const)
    await trx.deleteFrom(table).where('designer_id', '=', designerId).execute()
}

/** Stores that the password was right, for the second step. */
export async function insertHalfSignIn(
  db: Db,
  half: { token_hash: Buffer; designer_id: number; name_hash: string; expires_at: Date },
) {
  await db.insertInto('half_sign_in').values(half).execute()
}

/** The account whose password was right. */
export const findHalfSignIn = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('half_sign_in')
    .innerJoin('designer', 'designer.designer_id', 'half_sign_in.designer_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('closed_at', 'is', null)
    .select(['half_sign_in.designer_id', 'name_hash', 'password_hash'])
    .executeTakeFirst()

/** False if it is gone: used by another request, or ended by a new password. */
export async function takeHalfSignIn(trx: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('half_sign_in')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function insertChallenge(
  db: Db,
  row: { challenge: string; designer_id: number | null; expires_at: Date },
) {
  await db.insertInto('webauthn_challenge').values(row).execute()
}

/** Uses up a challenge; false if it is unknown, over, used, or somebody else's. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  designerId: number | null,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webauthn_challenge')
    .where('challenge', '=', challenge)
    .where('designer_id', 'is not distinct from', designerId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes half sign-ins, challenges and links that undo whose time is over. */
export async function clearExpiredSteps(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('half_sign_in').where('expires_at', '<', now).execute()
  await db.deleteFrom('webauthn_challenge').where('expires_at', '<', now).execute()
  await db.deleteFrom('factor_undo').where('expires_at', '<', now).execute()
}
