import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { testPassword } from '../factories.ts'

/** Fills in the page's login form and submits it. */
export async function logIn(user: UserEvent, username: string, password = testPassword) {
  // The page before it may still be there.
  const form = within((await screen.findByLabelText('Username')).closest('main')!)
  const fields = { Username: username, Password: password }
  for (const [label, text] of Object.entries(fields)) {
    const element = await form.findByLabelText(label)
    await user.clear(element)
    if (text) await user.type(element, text)
  }
  await user.click(form.getByRole('button', { name: 'Log in' }))
}
