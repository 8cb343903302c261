import { createHmac } from 'node:crypto'
import { addressKey } from '../../http/limits.ts'
import { hashToken } from '../../lib/hash-token.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { recordOpening } from './queries.ts'

/** Counts that the caller has opened a client link, as a page or a contact sheet: once a day, and not its owner. */
export async function countOpening(
  { db, now, secret }: Pick<Services, 'db' | 'now' | 'secret'>,
  link: string,
  { viewer, ip }: { viewer: Viewer; ip: string },
) {
  const at = now()
  const day = at.toISOString().slice(0, 10)
  const who = viewer.id ? `member ${viewer.id}` : addressKey(ip)
  // Hashed with the date, so that it identifies no one tomorrow.
  const viewerKey = createHmac('sha256', secret).update(`opening:${day}:${who}`).digest('base64url')
  await recordOpening(db, hashToken(link), { viewerKey, day, now: at }, viewer)
}
