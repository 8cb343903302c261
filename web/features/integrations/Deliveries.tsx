import type { Delivery, Webhook } from '../../../shared/api/webhooks.ts'
import { ago } from './ago.ts'
import styles from './Integrations.module.css'

/** The results of a webhook's latest messages. */
export function Deliveries({ webhook: { deliveries, url } }: { webhook: Webhook }) {
  if (!deliveries.length) return <p className={styles.facts}>Nothing sent yet.</p>
  return (
    <table className={styles.deliveries}>
      <caption className="visually-hidden">Latest messages to {new URL(url).host}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Message</th>
          <th scope="col">When</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(delivery => (
          <tr key={delivery.message_id}>
            <td>{delivery.event}</td>
            <td>{ago(delivery.created_at)}</td>
            <td>{describe(delivery)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function describe({ state, attempts, status, problem }: Delivery) {
  if (state === 'delivered') return `Delivered (${status})`
  if (state === 'failed') return problem
  if (!attempts) return 'Waiting'
  return `${problem}, ${attempts === 1 ? 'tried once' : `tried ${attempts} times`}`
}
