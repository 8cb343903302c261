import { answerProvider, joinTo, makePerson, newPassword } from './joining.ts'
import { test } from './own-server.ts'
import { fillLogin } from './sign-in.ts'
import { expect } from './test.ts'

test.use({ sdk: 'v5' })

test('the provider’s older script draws its own button, and pays as well', async ({ page }) => {
  const person = makePerson()
  const pay = 'Pay with PayPal (test)'
  await joinTo(page, person)
  // Its style is written into the page: the page's policy lets it, by the word given to this page alone.
  await expect(page.getByRole('button', { name: pay })).toHaveCSS('background-color', 'rgb(255, 196, 57)')
  await answerProvider(page, 'Cancel and return', pay)
  await expect(page.getByRole('alert')).toContainText('window was closed')
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
