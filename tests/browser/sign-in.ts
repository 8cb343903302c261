import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../demo/accounts.ts'

/** Fills in the page's login form and submits it. */
export async function fillLogin(page: Page, username: string, password = demoPassword) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Opens the account menu, until its activity has loaded. */
export async function openAccount(page: Page) {
  await page.getByRole('button', { name: /^Account of / }).click()
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Loading' })).toBeHidden()
}

/** Signs out by the account menu. */
export async function signOut(page: Page) {
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}

/** Opens a member's page, until it has subscribed to news: a session that ends earlier would cause a refused call. */
export async function openListening(page: Page, address = '/') {
  const news = page.waitForResponse('**/activity/stream')
  await page.goto(address)
  await news
}

/** Signs the member out, with no page open that could still send a call. */
export async function becomeVisitor(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
