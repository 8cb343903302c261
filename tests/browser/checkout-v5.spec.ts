import { makePerson, newPassword } from '../person.ts'
import { answerProvider, joinTo } from './joining.ts'
import { test } from './own-server.ts'
import { fillLogin } from './sign-in.ts'
import { expect } from './test.ts'

test.use({ sdk: 'v5' })

test('the provider’s v5 script draws its own button, and payment works', async ({ page }) => {
  const person = makePerson()
  const pay = 'Pay with PayPal (test)'
  await joinTo(page, person)
  // The script adds a style element, which the page's policy allows by a nonce for this page only.
  await expect(page.getByRole('button', { name: pay })).toHaveCSS('background-color', 'rgb(255, 196, 57)')
  await answerProvider(page, 'Cancel and return', pay)
  await expect(page.getByRole('alert')).toContainText('You closed PayPal’s window')
  await page.getByRole('radio', { name: /^Monthly/ }).check()
  await answerProvider(page, 'The card is declined', pay)
  await expect(page.getByRole('alert')).toContainText('Please try again.')
  await answerProvider(page, 'Approve and continue', pay)
  await expect(page).toHaveURL('/login')
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
  await page.goto('/account/membership')
  await expect(page.getByText('Monthly, $10.00')).toBeVisible()
})
