import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Decides the open case of the desk's reports, and waits until the server has the decision. */
export async function decide(page: Page, choice: string, why: string) {
  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByRole('button', { name: choice, exact: true }).click()
  await form.getByRole('combobox', { name: 'Why' }).fill(why)
  await form.getByRole('button', { name: `${choice}, next` }).click()
  await settle(page)
}

/** Ends the time in which a decision can be undone. */
async function settle(page: Page) {
  const saved = page.waitForResponse(
    answer => answer.request().method() === 'PUT' && answer.url().endsWith('/api/admin/reports'),
  )
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  expect((await saved).status()).toBe(200)
}
