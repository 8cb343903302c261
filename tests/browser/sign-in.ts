import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../demo/accounts.ts'

/** Fills in the login form that the page shows, and sends it. */
export async function fillLogin(page: Page, username: string, password = demoPassword) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Opens the account menu. */
export async function openAccount(page: Page) {
  await page.getByRole('button', { name: /^Account of / }).click()
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible()
}

/** Signs out by the account menu. */
export async function signOut(page: Page) {
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}
