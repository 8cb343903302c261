import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { newPassword, type Person } from '../person.ts'
import { button, field } from './find.ts'
import type { TestSite } from './site.tsx'

/** Fills in the first stage of Join and continues. */
export async function fillNewAccount(user: UserEvent, username: string, password = newPassword) {
  await user.type(await screen.findByLabelText('Username'), username)
  // The form keeps the password in memory, which a test's next page shares.
  await user.clear(field('Password'))
  await user.type(field('Password'), password)
  await user.click(screen.getByRole('checkbox', { name: /Terms and Conditions/ }))
  await user.click(button('Continue'))
}

/** Fills in the second stage and sends it. */
async function fillAboutYou(user: UserEvent, person: Person) {
  const values = {
    'First Name': person.first,
    'Last Name': person.last,
    Company: person.company,
    Email: `${person.username}@example.com`,
    Phone: '+1 316 555 0134',
    Address: '412 East Douglas Avenue',
    City: 'Wichita',
    State: 'KS',
    ZIP: '67202',
  }
  await screen.findByLabelText('First Name')
  for (const [label, value] of Object.entries(values)) {
    await user.click(field(label))
    await user.paste(value)
  }
  await user.selectOptions(field('Country'), person.country)
  await user.click(button('Create Account'))
}

/** Fills in Join and sends it; returns the user. */
export async function join(site: Pick<TestSite, 'open'>, person: Person, password = newPassword) {
  const user = site.open('/join')
  await fillNewAccount(user, person.username, password)
  await fillAboutYou(user, person)
  return user
}
