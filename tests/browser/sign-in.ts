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

/** Opens a member's page, until it listens for news: if the session ended before the answer, that would be refused. */
export async function openListening(page: Page, address = '/') {
  const news = page.waitForResponse('**/activity/stream')
  await page.goto(address)
  await news
}

/** Makes a visitor of whoever was signed in, with no page of theirs open that would still ask for something. */
export async function becomeVisitor(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
