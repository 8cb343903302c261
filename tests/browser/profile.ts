import type { Page } from '@playwright/test'
import type { Profile } from '../../shared/api/designers.ts'

/** A designer's public profile as the server has it now. Demonstration accounts have ids from 1, in their order. */
export async function readProfile(page: Page, designerId: number): Promise<Profile> {
  return (await page.request.get(`/api/designers/profile?designer_id=${designerId}`)).json()
}
