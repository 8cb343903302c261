import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, notSignedIn } from '../../http/errors.ts'
import { pictureHash } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { enqueueMail, forgetMailsOf } from '../mail/queries.ts'
import { forgetPayer, forgetRegistrations, refuseIntents } from '../membership/queries.ts'
import { type Picture, queueForRemoval } from '../pictures/queries.ts'
import { removePictures } from '../pictures/remove-pictures.ts'
import { deleteVectorsOf } from '../vectors/queries.ts'
import { accountClosed } from './messages.ts'
import { listSeats, requireOtherAdmin } from './queries.ts'

/**
 * Closes an account for good: docs/decisions/0010-closing-an-account.md. Its rows are deleted, and triggers update
 * counts and feeds; logos in books and the ledger keep an emptied row.
 */
export async function closeAccount({ db, files, now }: Services, designerId: number, log: FastifyBaseLogger) {
  const pictures = await transaction(db, trx => closeAccountIn(trx, designerId, now()))
  await removePictures({ db, files }, pictures, log)
}

/** Closes an account in a transaction. Returns the pictures that are to be removed after it. */
export async function closeAccountIn(trx: Db, designerId: number, now: Date): Promise<Picture[]> {
  const pictures = await removeFromDatabase(trx, designerId, now)
  await queueForRemoval(trx, pictures)
  return pictures
}

/** Returns the pictures that the rows named. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a flat list in the order in which foreign keys allow it
async function removeFromDatabase(trx: Db, designerId: number, now: Date): Promise<Picture[]> {
  await lockAll(trx, designerId)
  const account = await trx
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is', null)
    .select(['avatar', 'email', 'username', 'company', 'role'])
    .executeTakeFirst()
  if (!account) throw notSignedIn()
  await requireOtherAdmin(trx, { designer_id: designerId, role: account.role }, now, 'You’re')
  // A seat without its juror would keep the book from its next step. A juror who has left the jury may close the account.
  const [seat] = await listSeats(trx, designerId)
  if (seat && !seat.left_at)
    throw new HttpError(
      409,
      `You sit on the jury of ${seat.slug}: the account stays until it is published, or the chair releases you.`,
      { code: 'on_jury', book: seat.slug },
    )
  const subscription = await trx
    .selectFrom('subscription')
    .where('designer_id', '=', designerId)
    .where('status', 'in', ['active', 'suspended'])
    .select('subscription_id')
    .executeTakeFirst()
  if (subscription)
    throw new HttpError(409, 'Your membership still renews automatically. Cancel the subscription first.', {
      code: 'subscription_active',
    })

  const changes = await trx
    .selectFrom('email_change')
    .where('designer_id', '=', designerId)
    .select(['old_email', 'new_email'])
    .execute()
  if (!(await refuseIntents(trx, designerId, now)))
    throw new HttpError(409, 'One of your payments is being processed. Please try again in a few minutes.', {
      code: 'payment_settling',
    })

  await showAll(trx, designerId)
  for (const table of [
    'session',
    'logo_like',
    'comment',
    'collection',
    'collection_helper',
    'profile_logo',
    'password_reset',
    'email_change',
    'passkey',
    'totp',
    'recovery_code',
    'half_sign_in',
    'webauthn_challenge',
    'factor_undo',
    'appeal_link',
    'result_letter',
    'saved_search',
    'notice',
    'score_key',
    'api_token',
    'webhook',
  ] as const)
    await trx.deleteFrom(table).where('designer_id', '=', designerId).execute()
  await trx
    .deleteFrom('follow')
    .where(eb => eb.or([eb('follower_id', '=', designerId), eb('followed_id', '=', designerId)]))
    .execute()
  await trx
    .deleteFrom('member_block')
    .where(eb => eb.or([eb('blocker_id', '=', designerId), eb('blocked_id', '=', designerId)]))
    .execute()
  await deleteVectorsOf(trx, designerId)
  const removed = await trx
    .deleteFrom('logo')
    .where('designer_id', '=', designerId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('award').whereRef('award.logo_id', '=', 'logo.logo_id').select('award.logo_id'))),
    )
    .returning('image')
    .execute()
  const { logo_ct } = await trx
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select('logo_ct')
    .executeTakeFirstOrThrow()

  await forgetRegistrations(trx, account.email)
  await forgetPayer(trx, designerId)
  const placeholder = `closed:${designerId}`
  await trx
    .updateTable('designer')
    .set({
      closed_at: now,
      username: placeholder,
      email: placeholder,
      password_hash: '',
      role: 'member',
      // Names stay as printed in the books; without a printed logo no name stays.
      ...(logo_ct === 0 && { company: 'Closed account', slug: placeholder }),
      first_name: '',
      last_name: '',
      company_description: '',
      phone: '',
      address1: '',
      address2: '',
      city: '',
      state: '',
      zip: '',
      country: '',
      url: '',
      facebook: '',
      twitter: '',
      instagram: '',
      dribbble: '',
      behance: '',
      avatar: null,
      affiliate: '',
    })
    .where('designer_id', '=', designerId)
    .execute()
  const addresses = [account.email, ...changes.flatMap(change => [change.old_email, change.new_email])]
  for (const address of new Set(addresses)) await forgetMailsOf(trx, address)
  await enqueueMail(trx, accountClosed({ ...account, designer_id: designerId, hasLogos: logo_ct > 0 }))
  const images = new Set(removed.map(logo => pictureHash(logo.image)))
  return [
    ...(account.avatar ? [{ kind: 'avatar' as const, image: account.avatar }] : []),
    ...Array.from(images, image => ({ kind: 'logo' as const, image })),
  ]
}

/** Shows what is hidden and about to be deleted, so that its deletion counts it out. A logo in a book stays hidden. */
async function showAll(trx: Db, designerId: number) {
  const shown = { hidden_at: null, hidden_by: null, hidden_why: null, removed_at: null }
  for (const table of ['comment', 'collection'] as const)
    await trx
      .updateTable(table)
      .set(shown)
      .where('designer_id', '=', designerId)
      .where('hidden_at', 'is not', null)
      .execute()
  await trx
    .updateTable('logo')
    .set(shown)
    .where('designer_id', '=', designerId)
    .where('hidden_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('award').whereRef('award.logo_id', '=', 'logo.logo_id').select('award.logo_id'))),
    )
    .execute()
}

/**
 * Locks every row whose count will change, in the triggers' order (logos, collections, designers), and the account
 * itself against new references.
 */
async function lockAll(trx: Db, designerId: number) {
  await sql`select 1 from logo where designer_id = ${designerId}
      or logo_id in (select logo_id from logo_like where designer_id = ${designerId})
      or logo_id in (select logo_id from comment where designer_id = ${designerId})
      or logo_id in (select logo_id from collection_logo join collection using (collection_id)
        where collection.designer_id = ${designerId})
    order by logo_id for no key update`.execute(trx)
  await sql`select 1 from collection where designer_id = ${designerId}
      or collection_id in (select collection_id from collection_logo join logo using (logo_id)
        where logo.designer_id = ${designerId})
    order by collection_id for no key update`.execute(trx)
  await sql`select 1 from designer where designer_id = ${designerId}
      or designer_id in (select follower_id from follow where followed_id = ${designerId})
      or designer_id in (select followed_id from follow where follower_id = ${designerId})
      or designer_id in (select logo_like.designer_id from logo_like join logo using (logo_id)
        where logo.designer_id = ${designerId})
      -- Of the last two administrators who leave at once, one stays.
      or role = 'admin'
    order by designer_id for update`.execute(trx)
}
