const key = 'approved'

/**
 * The subscription that was approved and not yet confirmed. It survives a reload, which then asks for the outcome
 * instead of for another payment.
 */
export function readApproved(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function keepApproved(subscriptionID: string | undefined) {
  try {
    if (subscriptionID) sessionStorage.setItem(key, subscriptionID)
    else sessionStorage.removeItem(key)
  } catch {
    // Forbidden storage: then a reload does not know of it, and the server settles it all the same.
  }
}
