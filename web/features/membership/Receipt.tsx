import type { ReactNode } from 'react'
import type { Receipt as ReceiptRecord } from '../../../shared/api/membership.ts'
import { countryName, formatDate } from '../../../shared/rules/format.ts'
import { formatCents } from '../../../shared/rules/plan.ts'
import { formatReceiptNumber } from '../../../shared/rules/receipt-number.ts'
import { site } from '../../lib/site.ts'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import { planTitles } from './plan-titles.ts'
import styles from './Receipt.module.css'

/** A receipt for print: payer, seller and amounts. Its heading is rendered before the data have loaded. */
export function Receipt({ receiptId, receipt }: { receiptId: string; receipt: ReceiptRecord | undefined }) {
  return (
    <article className={styles.sheet}>
      <CropMarks />
      <header className={styles.head}>
        <h1 className={styles.title} tabIndex={-1}>
          Receipt <span className={styles.number}>{formatReceiptNumber(receiptId)}</span>
        </h1>
        {receipt && (
          <p>
            <time dateTime={receipt.paid_at}>{formatDate(receipt.paid_at)}</time>
          </p>
        )}
      </header>
      {receipt ? <Content receipt={receipt} /> : <Skeleton />}
    </article>
  )
}

function Content({ receipt }: { receipt: ReceiptRecord }) {
  const { payment_id, plan, period, amount_cents, currency, seller, contact } = receipt
  const returned = returnsOf(receipt)
  const kept = amount_cents - returned.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <>
      <div className={styles.parties}>
        <Party title="From" lines={[...seller, contact]} />
        <Party title="To" lines={payerLines(receipt.payer)} />
      </div>
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Amount in {currency}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              {site().site_name} membership, {planTitles[plan].toLowerCase()}
              {period && (
                <span className={styles.period}>
                  {formatDate(period.starts_on)} to {formatDate(period.ends_on)}
                </span>
              )}
            </th>
            <td>{formatCents(amount_cents)}</td>
          </tr>
          {returned.map(({ key, name, cents }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>−{formatCents(cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{returned.length > 0 ? 'Paid, less refunds' : 'Paid'}</th>
            <td>{formatCents(Math.max(kept, 0))}</td>
          </tr>
        </tfoot>
      </table>
      {receipt.status === 'partially_refunded' && returned.length === 0 && (
        <p>Part of this payment was refunded. PayPal hasn’t told us how much yet.</p>
      )}
      <dl className={styles.facts}>
        <Fact name="Paid by">PayPal</Fact>
        <Fact name="Transaction">{payment_id}</Fact>
        {receipt.refunds.map(({ refund_id }) => (
          <Fact key={refund_id} name="Refund">
            {refund_id}
          </Fact>
        ))}
      </dl>
    </>
  )
}

/** The payment's refunds, oldest first. */
function returnsOf({ status, amount_cents, refunded_cents, refunds, reversed_at }: ReceiptRecord) {
  const named = refunds.map(({ refund_id, amount_cents: cents, refunded_at }) => ({
    key: refund_id,
    name: `Refunded on ${formatDate(refunded_at)}`,
    cents,
  }))
  const sum = named.reduce((all, { cents }) => all + cents, 0)
  // The provider reports a refund without its amount.
  if (refunded_cents > sum) named.push({ key: 'rest', name: 'Refunded', cents: refunded_cents - sum })
  if (status === 'reversed' && amount_cents > sum)
    named.push({
      key: 'reversed',
      name: `Reversed in a dispute on ${formatDate(reversed_at ?? '')}`,
      cents: amount_cents - sum,
    })
  return named
}

function payerLines(payer: ReceiptRecord['payer']) {
  const { first_name, last_name, company, address1, address2, city, state, zip, country } = payer
  return [
    ...new Set([company, `${first_name} ${last_name}`.trim()]),
    address1,
    address2,
    [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    countryName(country),
  ].filter(Boolean)
}

function Party({ title, lines }: { title: string; lines: string[] }) {
  return (
    <section className={styles.party}>
      <h2>{title}</h2>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address, which never change places
        <p key={i}>{line}</p>
      ))}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Skeleton() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading">
      <span className={styles.blank} />
      <span className={styles.blank} />
      <span className={styles.blank} />
    </div>
  )
}
