import { isActiveState, membershipState } from '../../../shared/rules/membership.ts'
import type { Db } from '../../db/connect.ts'
import { findBookById } from '../books/queries.ts'
import { type DueDelivery, findActivityItem, type findOwner, listSelected } from './queries.ts'

/** Whether anything is sent for an owner: as letters and the feed, nothing to suspended and lapsed members. */
export const isServed = (owner: Awaited<ReturnType<typeof findOwner>>, now: Date) =>
  owner !== undefined &&
  !(owner.suspended_until && owner.suspended_until > now) &&
  isActiveState(membershipState(owner, now))

/**
 * A message as its receiver may see it now. Undefined if there is nothing left to tell: a like was taken back, a comment
 * or logo hidden, or its author blocked.
 */
export async function describeEvent(
  db: Db,
  designerId: number,
  delivery: DueDelivery,
  publicUrl: string,
): Promise<object | undefined> {
  const { delivery_id, book_id } = delivery
  if (book_id) {
    const { slug, title } = await findBookById(db, book_id)
    const selected = await listSelected(db, designerId, book_id)
    return {
      book: slug,
      title,
      url: `${publicUrl}/books/${slug}`,
      logos: selected.map(logo => describeLogo(logo.logo_id, logo.title, publicUrl)),
    }
  }
  const item = await findActivityItem(db, designerId, delivery_id)
  if (!item) return undefined
  const { designer_id, company, slug } = item
  return {
    ...(item.logo_id && { logo: describeLogo(item.logo_id, item.logo_name ?? '', publicUrl) }),
    ...(item.comment_id && { comment: { comment_id: item.comment_id, text: item.comment_text } }),
    by: { designer_id, company, url: `${publicUrl}/designers/${slug}` },
  }
}

const describeLogo = (logo_id: number, title: string, publicUrl: string) => ({
  logo_id,
  title,
  url: `${publicUrl}/logo/${logo_id}`,
})
