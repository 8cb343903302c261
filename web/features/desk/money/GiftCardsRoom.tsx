import { Link } from 'react-router'
import { giftCardStates } from '../../../../shared/api/desk/money.ts'
import * as api from '../../../../shared/api.ts'
import { formatDate } from '../../../../shared/rules/format.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { MakeCards } from './MakeCards.tsx'

const columns: ColumnOf<typeof api.desk.money.listGiftCards>[] = [
  { label: 'Card', cell: card => `${card.gift_card_id} …${card.last4}`, sorts: ['newest', 'oldest'] },
  { label: 'Good for', cell: card => (card.term_months === 12 ? 'one year' : 'one month') },
  { label: 'State', cell: card => card.state },
  { label: 'Made', cell: card => formatDate(card.created_at) },
  { label: 'Expires', cell: card => (card.expires_at ? formatDate(card.expires_at) : '–') },
  {
    label: 'Redeemed by',
    cell: card =>
      card.redeemed_by ? <Link to={`/admin/members/${card.redeemed_by}`}>{card.username}</Link> : '–',
  },
  { label: 'Note', cell: card => card.note, isText: true },
  {
    label: 'Actions',
    cell: card => (
      <>
        {card.state === 'held' && (
          <ActForm
            endpoint={api.desk.money.releaseGiftCard}
            label="Release"
            about={`card ${card.gift_card_id}`}
            why="required"
            done="The card can be redeemed again."
            inputOf={why => ({ gift_card_id: card.gift_card_id, why })}
          />
        )}
        {(card.state === 'unused' || card.state === 'held') && (
          <ActForm
            endpoint={api.desk.money.voidGiftCard}
            label="Void"
            about={`card ${card.gift_card_id}`}
            why="required"
            done="The card is void."
            inputOf={why => ({ gift_card_id: card.gift_card_id, why })}
          />
        )}
      </>
    ),
  },
]

/** Gift cards: who redeemed which, and the way to make more. */
export default function GiftCardsRoom() {
  return (
    <>
      <MakeCards />
      <DeskList
        endpoint={api.desk.money.listGiftCards}
        title="Gift cards"
        one="gift card"
        keyOf={card => card.gift_card_id}
        columns={columns}
        filters={[
          { name: 'state', label: 'State', options: giftCardStates.map(state => [state, state] as const) },
        ]}
        search="Last four, note or member"
        empty="No gift cards yet."
        defaultSort="newest"
      />
    </>
  )
}
