import { Link } from 'react-router'
import { countries } from '../../../shared/rules/countries.ts'
import { countryName } from '../../../shared/rules/format.ts'
import styles from './Checkout.module.css'

/** The countries whose members cannot pay with PayPal. */
export function ExcludedCountries() {
  return (
    <details className={styles.countries}>
      <summary>Where PayPal isn’t available</summary>
      <p>
        Members in countries marked with ** must <Link to="/contact">contact support</Link> to renew. Gift
        cards work everywhere.
      </p>
      <ul>
        {countries
          .filter(country => !country.provider)
          .map(({ code }) => (
            <li key={code}>{countryName(code)} **</li>
          ))}
      </ul>
    </details>
  )
}
