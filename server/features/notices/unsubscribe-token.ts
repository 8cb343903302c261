import { createHmac, timingSafeEqual } from 'node:crypto'

/** A member's signed token, good for ending letters and nothing else. It does not expire: a letter may be opened years later. */
export const unsubscribeToken = (secret: string, designerId: number) =>
  `${designerId}.${createHmac('sha256', secret).update(`unsubscribe:${designerId}`).digest('base64url')}`

/** The member of a token; undefined where it is not signed by this site. */
export function designerOfToken(secret: string, token: string): number | undefined {
  const id = /^([1-9]\d{0,8})\./.exec(token)?.[1]
  if (!id) return undefined
  const [given, right] = [Buffer.from(token), Buffer.from(unsubscribeToken(secret, Number(id)))]
  return given.length === right.length && timingSafeEqual(given, right) ? Number(id) : undefined
}
