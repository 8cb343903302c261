import { formatDate } from '../../../shared/rules/format.ts'
import {
  formatCents,
  type Plan,
  planNames,
  plans,
  renewalOf,
  startOfPlan,
} from '../../../shared/rules/plan.ts'
import styles from './PlanChoice.module.css'

const words: Record<Plan, { name: string; per: string; note: string }> = {
  yearly: { name: 'Yearly', per: 'a year', note: `Saves ${formatCents(saving())} a year` },
  monthly: { name: 'Monthly', per: 'a month', note: 'Month by month' },
}

/** The choice of the plan's length. `renews`: the provider charges automatically, a gift card does not. */
export function PlanChoice({
  plan,
  memberExpire,
  renews,
  disabled,
  onChoose,
}: {
  plan: Plan
  memberExpire: string | null
  renews: boolean
  disabled: boolean
  onChoose: (plan: Plan) => void
}) {
  const { starts_on, isLater } = startOfPlan(memberExpire, new Date())
  return (
    <fieldset className={styles.plans} disabled={disabled}>
      <legend className={styles.legend}>Plan</legend>
      {planNames.map(name => (
        <label key={name} className={styles.plan}>
          <input
            type="radio"
            name="plan"
            value={name}
            checked={plan === name}
            onChange={() => onChoose(name)}
            className={styles.dot}
          />
          <span className={styles.name}>
            {words[name].name}
            <span>{words[name].note}</span>
          </span>
          <span className={styles.price}>
            {formatCents(plans[name].cents)} <span>{words[name].per}</span>
          </span>
          <span className={styles.dates}>
            <span>
              {isLater
                ? `Begins when your membership expires on ${formatDate(starts_on)}`
                : `Begins on ${formatDate(starts_on)}`}
            </span>
            {renews && <span>Automatically Renews {formatDate(renewalOf(starts_on, name))}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function saving() {
  return plans.monthly.cents * 12 - plans.yearly.cents
}
