import { hashEntries, hashInputs } from '../../../../shared/judging/hashes.ts'
import type { Db } from '../../../db/connect.ts'
import { HttpError } from '../../../http/errors.ts'
import { nodeDigest } from '../../judging/node-digest.ts'
import { type BookRow, listConflicts, listEntries, listJurors } from '../queries.ts'
import { insertConflicts, numberJurors, withdrawJurorsEntries } from './queries.ts'

/** Fixes entries, jurors and conflicts, and gives the hashes that are published of them. */
export async function closeBook(trx: Db, { book_id }: BookRow) {
  await withdrawJurorsEntries(trx, book_id)
  await numberJurors(trx, book_id)
  await insertConflicts(trx, book_id)
  const jurors = (await listJurors(trx, book_id)).map(juror => juror.designer_id)
  const entries = await listEntries(trx, book_id)
  if (!entries.length) throw new HttpError(409, 'Only the jurors’ own logos have been entered.')
  const conflicts = await listConflicts(trx, book_id)
  return {
    entries_hash: await hashEntries(nodeDigest, entries),
    inputs_hash: await hashInputs(nodeDigest, { jurors, conflicts }),
  }
}
