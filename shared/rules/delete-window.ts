/** A logo may be deleted for 48 hours from its upload. */
const deleteWindowMs = 48 * 3_600_000

/** The last moment at which a logo uploaded then may be deleted. */
export const deletableUntil = (uploadDate: Date) => new Date(uploadDate.getTime() + deleteWindowMs)

/** The earliest upload that may still be deleted at this moment: the same window, seen from its other end. */
export const deletableSince = (now: Date) => new Date(now.getTime() - deleteWindowMs)
