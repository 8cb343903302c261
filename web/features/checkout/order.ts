import type * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'

/** The plan and the buyer. */
export type Order = InputOf<typeof api.membership.createIntent>

/** The same, paid by a gift card; a member who is signed in sends `user` and `affiliate`, too. */
export type GiftCardOrder = Omit<InputOf<typeof api.membership.giftCard>, 'gift_card_code'>

/** The catalogue's sentence for a payment that got no answer. */
export const transactionFailed = 'An error occurred during the transaction. Please try again.'
