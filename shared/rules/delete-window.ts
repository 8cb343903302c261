import { hourMs } from './time.ts'

/** A logo may be deleted within 48 hours of its upload. */
const deleteWindowMs = 48 * hourMs

/** The last moment at which a logo with this upload date may be deleted. */
export const deletableUntil = (uploadDate: Date) => new Date(uploadDate.getTime() + deleteWindowMs)

/** The earliest upload date that may still be deleted at this moment: the inverse of the function above. */
export const deletableSince = (now: Date) => new Date(now.getTime() - deleteWindowMs)
