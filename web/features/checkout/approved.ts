const key = 'approved'

/**
 * The subscription that was approved and not yet confirmed. It survives a reload, which then polls for the outcome
 * instead of offering another payment.
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
    // Storage is forbidden: a reload loses it, but the server settles the payment regardless.
  }
}
