import { useState } from 'react'
import { Link } from 'react-router'
import type { Attention } from '../../../../shared/api/desk/money.ts'
import { paymentStatuses } from '../../../../shared/api/desk/money.ts'
import * as api from '../../../../shared/api.ts'
import { formatDate } from '../../../../shared/rules/format.ts'
import { formatCents } from '../../../../shared/rules/plan.ts'
import { formatReceiptNumber } from '../../../../shared/rules/receipt-number.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { Change } from '../../../domain/desk/Change.tsx'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'
import { Tabs } from '../../../domain/desk/Tabs.tsx'

const tabs = [
  ['', 'Payments'],
  ['grants', 'Time'],
  ['attention', 'Attention'],
] as const

/** Payments, the time they bought, and the cases of the ledger that need a decision. */
export default function MoneyRoom({ rest: [tab = ''] }: { rest: string[] }) {
  return (
    <>
      <Tabs label="Money" base="/admin/money" tabs={tabs} current={tab} end={<Reconcile />} />
      {tab === 'grants' ? <Grants /> : tab === 'attention' ? <Cases /> : <Payments />}
    </>
  )
}

function Reconcile() {
  const [done, setDone] = useState('')
  return (
    <>
      <span role="status">{done}</span>
      <ActForm
        endpoint={api.desk.money.reconcileNow}
        label="Reconcile now"
        why="none"
        done="The ledger has been compared with the provider."
        inputOf={() => ({})}
        onDone={({ settled, failed }) => setDone(`${settled} settled, ${failed} failed`)}
      />
    </>
  )
}

const memberLink = (row: { designer_id: number; username: string }) => (
  <Link to={`/admin/members/${row.designer_id}`}>{row.username}</Link>
)

const paymentColumns: ColumnOf<typeof api.desk.money.listPayments>[] = [
  { label: 'Receipt', cell: row => formatReceiptNumber(row.receipt_id) },
  { label: 'Member', cell: memberLink },
  { label: 'Paid', cell: row => <Moment at={row.paid_at} />, sorts: ['newest', 'oldest'] },
  { label: 'Plan', cell: row => row.plan },
  { label: 'Amount', cell: row => `${formatCents(row.amount_cents)} ${row.currency}`, isNumber: true },
  { label: 'Status', cell: row => row.status.replace('_', ' ') },
  { label: 'Subscription', cell: row => row.subscription_id, isText: true },
]

function Payments() {
  return (
    <DeskList
      endpoint={api.desk.money.listPayments}
      title="Payments"
      hasAddresses
      one="payment"
      keyOf={row => row.payment_id}
      columns={paymentColumns}
      filters={[
        {
          name: 'status',
          label: 'Status',
          options: paymentStatuses.map(status => [status, status.replace('_', ' ')] as const),
        },
      ]}
      search="Member, receipt, payment or subscription"
      empty="No payments yet."
      defaultSort="newest"
    />
  )
}

const grantColumns: ColumnOf<typeof api.desk.money.listGrants>[] = [
  { label: 'Member', cell: memberLink },
  { label: 'From', cell: row => formatDate(row.starts_on) },
  { label: 'To', cell: row => formatDate(row.ends_on) },
  {
    label: 'Source',
    cell: row =>
      row.source === 'admin'
        ? `staff${row.given_by ? `, ${row.given_by}` : ''}`
        : row.source.replace('_', ' '),
  },
  { label: 'Made', cell: row => <Moment at={row.created_at} />, sorts: ['newest', 'oldest'] },
  { label: 'Why', cell: row => row.why ?? '', isText: true },
  {
    label: 'Actions',
    cell: row =>
      row.reversed_at ? (
        'revoked'
      ) : row.source === 'admin' ? (
        <ActForm
          endpoint={api.desk.money.revokeGrant}
          label="Revoke"
          about={`the extension for ${row.username}`}
          why="required"
          done="The extension is revoked."
          inputOf={why => ({ grant_id: row.grant_id, why })}
        />
      ) : null,
  },
]

function Grants() {
  return (
    <DeskList
      endpoint={api.desk.money.listGrants}
      title="Membership"
      one="grant"
      keyOf={row => row.grant_id}
      columns={grantColumns}
      filters={[
        {
          name: 'source',
          label: 'Source',
          options: [
            ['payment', 'payment'],
            ['gift_card', 'gift card'],
            ['admin', 'staff'],
          ],
        },
      ]}
      search="Member, giver or reason"
      empty="Nobody has paid for a membership or been given one yet."
      defaultSort="newest"
    />
  )
}

const caseColumns: ColumnOf<typeof api.desk.money.listAttention>[] = [
  { label: 'Case', cell: row => row.what, isText: true },
  { label: 'When', cell: row => <Moment at={row.at} />, sorts: ['newest', 'oldest'] },
  {
    label: 'Member',
    cell: row =>
      row.designer_id && row.username
        ? memberLink({ designer_id: row.designer_id, username: row.username })
        : '–',
  },
  { label: 'Subscription', cell: row => row.subscription_id ?? '–' },
  { label: 'More', cell: row => <Change what={row.what} before={null} after={row.detail} />, isText: true },
  {
    label: 'Decision',
    cell: row =>
      row.is_done ? (
        <>
          done by {row.done_by ?? 'the command line'}: {row.why} <SetCase row={row} done={0} />
        </>
      ) : (
        <SetCase row={row} done={1} />
      ),
    isText: true,
  },
]

function SetCase({ row, done }: { row: Attention; done: 0 | 1 }) {
  return (
    <ActForm
      endpoint={api.desk.money.setAttention}
      label={done ? 'Done' : 'Open again'}
      about={`case ${row.attention_id}`}
      why="required"
      done={done ? 'The case is done.' : 'The case is open again.'}
      inputOf={why => ({ attention_id: row.attention_id, done, why })}
    />
  )
}

function Cases() {
  return (
    <DeskList
      endpoint={api.desk.money.listAttention}
      title="Cases"
      one="case"
      keyOf={row => row.attention_id}
      columns={caseColumns}
      filters={[
        {
          name: 'state',
          label: 'State',
          options: [
            ['open', 'open'],
            ['done', 'done'],
          ],
        },
      ]}
      search="What, member, subscription"
      empty="Nothing to decide."
      defaultSort="newest"
    />
  )
}
