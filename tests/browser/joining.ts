import { expect, type Page } from '@playwright/test'
import { newPassword, type Person } from '../person.ts'

/** Fills in the first stage of Join and continues. */
export async function fillNewAccount(page: Page, username: string, password = newPassword) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /Terms and Conditions/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Fills in the second stage. */
export async function fillAboutYou(page: Page, person: Person) {
  const fields = {
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
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Country').selectOption(person.country)
}

/** From Join to the choice of payment. */
export async function joinTo(page: Page, person: Person, path = '/join') {
  await page.goto(path)
  await fillNewAccount(page, person.username)
  await fillAboutYou(page, person)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/checkout')
}

/** Opens the payment provider's window and answers there. */
export async function answerProvider(page: Page, answer: string, pay = 'Continue with PayPal') {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: pay }).click()
  const popup = await opening
  const button = popup.getByRole('button', { name: answer })
  await popup.waitForLoadState()
  await expect(popup.getByRole('heading').first()).toBeVisible()
  if (!(await button.isVisible())) await popup.getByText('Let something go wrong').click()
  const closed = popup.waitForEvent('close')
  await button.click()
  await closed
}

/** A date in the pages' format, that many months from today. */
export function dayIn(months: number) {
  const today = new Date()
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth() + months, today.getUTCDate()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date, last))).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
}
