import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { demoPassword } from '../../demo/accounts.ts'
import { findFaults } from './axe.ts'
import { test } from './factor-server.ts'
import { becomeVisitor, fillLogin } from './sign-in.ts'

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

const refusedCall = [/Failed to load resource/]

/** Opens the account's section, with its lists loaded. */
async function openSecurity(page: Page) {
  await page.goto('/account/security')
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
}

async function addPasskey(page: Page, name: string) {
  await page.getByLabel('Name of the new passkey').fill(name)
  await page.getByLabel('Current password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove the passkey ${name}` })).toBeVisible()
}

/** Sets up an authenticator app; its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  const secret = (await page.getByTestId('totp-secret').textContent())!.replaceAll(' ', '')
  const totp = new TOTP({ secret })
  // Each code counts once: the next sign-in takes that of the next step, which counts already.
  const codeIn = (seconds: number) => totp.generate({ timestamp: Date.now() + seconds * 1000 })
  await page.getByLabel('Code from the app').fill(codeIn(0))
  await page.getByRole('button', { name: 'Finish' }).click()
  const codes = page.getByRole('region', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  return { codeIn, codes: await codes.getByRole('listitem').allTextContents() }
}

test('a member adds a passkey, signs in by it without a password, and removes it, also after confirming', async ({
  page,
  authenticator,
  member,
  signIn,
  expectFailures,
}) => {
  expectFailures(refusedCall)
  await signIn(member.username)
  await openSecurity(page)
  await addPasskey(page, 'My laptop')
  expect(await findFaults(page)).toEqual([])
  await becomeVisitor(page)

  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL('/')
  await openSecurity(page)
  await expect(page.getByText(/· used /)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the passkey My laptop' })).toHaveCount(0)
  await expect(page.getByText('Passkey removed.')).toHaveCount(0)

  await addPasskey(page, 'First')
  // The first answer of the server, as it is to a session of an hour ago.
  await page.route(
    '**/api/auth/passkeys',
    route =>
      route.fulfill({ status: 403, json: { error: 'Please confirm that it’s you.', code: 'confirm' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Remove the passkey First' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  const usePasskey = dialog.getByRole('button', { name: 'Use your passkey' })
  await expect(usePasskey).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  const confirmed = page.waitForResponse('**/api/auth/confirm')
  await usePasskey.click()
  expect((await confirmed).status()).toBe(200)
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(authenticator).toBeTruthy()
})

test('with an authenticator app, signing in asks for a code, and a recovery code does once', async ({
  page,
  member,
  signIn,
  expectFailures,
}) => {
  expectFailures(refusedCall)
  await signIn(member.username)
  await openSecurity(page)
  const { codeIn, codes } = await setUpApp(page)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('10 are left; each works once.')).toBeVisible()
  await becomeVisitor(page)

  await page.goto('/login')
  await fillLogin(page, member.username)
  const code = page.getByLabel('Code', { exact: true })
  const go = page.getByRole('button', { name: 'Continue' })
  await code.fill('000000000')
  await go.click()
  await expect(page.getByText('That code isn’t right, or it was used already.')).toBeVisible()
  await code.fill(codeIn(30))
  await go.click()
  await expect(page).toHaveURL('/')
  await becomeVisitor(page)

  await page.goto('/login')
  await fillLogin(page, member.username)
  await code.fill(codes[0]!.toLowerCase())
  await go.click()
  await expect(page).toHaveURL('/')
  await openSecurity(page)
  await expect(page.getByText('9 are left; each works once.')).toBeVisible()
  await becomeVisitor(page)

  await page.goto('/login')
  await fillLogin(page, member.username)
  await code.fill(codes[0]!)
  await go.click()
  await expect(page.getByText('That code isn’t right, or it was used already.')).toBeVisible()
})

test('a passkey is refused at the password; a stranger’s is removed by the link in the letter about it', async ({
  page,
  authenticator,
  member,
  signIn,
  expectFailures,
}) => {
  expectFailures(refusedCall)
  await signIn(member.username)
  await openSecurity(page)
  const password = page.getByLabel('Current password', { exact: true })
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await expect(password).toHaveAccessibleDescription('Enter your password.')
  await password.fill('Wrong-Horse-1!')
  await add.click()
  await expect(password).toHaveAccessibleDescription('Current password is incorrect.')
  await addPasskey(page, 'Not mine')

  const rows = page
    .getByRole('listitem')
    .filter({ hasText: `${member.username}@example.com` })
    .filter({ hasText: 'has changed' })
  const look = async () => {
    await page.goto('/dev/mailbox')
    return rows.count()
  }
  await expect.poll(look).toBeGreaterThan(0)
  await rows.first().getByRole('link').click()
  const link = page.frameLocator('iframe').getByRole('link', { name: 'It wasn’t me' })
  const { pathname, search } = new URL((await link.getAttribute('href'))!)
  await page.goto(pathname + search)
  await expect(page.getByRole('heading', { name: 'Take your account back' })).toBeVisible()
  await expect(page).toHaveURL('/undo-factor')
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page).toHaveURL('/password-reset')
  await expect(page.getByText('Removed: passkey “Not mine”. Now set a new password.')).toBeVisible()
  const changed = 'Proof-Sheet-9!'
  await page.getByLabel('New Password', { exact: true }).fill(changed)
  await page.getByLabel('Confirm Password', { exact: true }).fill(changed)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, member.username, changed)
  await expect(page).toHaveURL('/')
  await openSecurity(page)
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(0)
  expect(authenticator).toBeTruthy()
})

test('staff without a second factor are redirected to set one up, and return afterwards', async ({
  page,
  authenticator,
  admin,
  signIn,
  expectFailures,
}) => {
  expectFailures(refusedCall)
  await signIn(admin.username)
  await page.goto('/admin/books')
  await expect(page.getByText('Your work here needs a second factor.')).toBeVisible()
  await addPasskey(page, 'Key')
  await page.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(page).toHaveURL('/admin/books')
  await openSecurity(page)
  await page.getByRole('button', { name: 'Remove the passkey Key' }).click()
  await expect(page.getByText('Your work here needs a second factor. Add another one')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the passkey Key' })).toBeVisible()
  expect(authenticator).toBeTruthy()
})

/** The contact info that the form asks for besides the email address. */
async function fillAddress(page: Page) {
  await page.getByLabel('Phone').fill('212-555-0123')
  await page.getByLabel('Street address').fill('1 Quoin Street')
  await page.getByLabel('City').fill('Lawrence')
  await page.getByLabel('State or region').fill('KS')
  await page.getByLabel('ZIP').fill('66044')
  await page.getByLabel('Country').selectOption('US')
}

test('a passkey of less than a day doesn’t change the email address, and the password does', async ({
  page,
  authenticator,
  member,
  signIn,
  expectFailures,
}) => {
  expectFailures(refusedCall)
  await signIn(member.username)
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Current Password', { exact: true })
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' })
  await page.goto('/account/contact-info')
  await expect(email).toHaveValue(`${member.username}@example.com`)
  const factors = page.waitForResponse('**/api/auth/factors')
  await email.fill(`new-${member.username}@example.com`)
  await factors
  await expect(password).toBeVisible()
  await expect(usePasskey).toHaveCount(0)
  // What is changed and not saved would ask before the page is left.
  await email.fill(`${member.username}@example.com`)
  await expect(password).toHaveCount(0)
  await openSecurity(page)
  await addPasskey(page, 'My laptop')

  await page.goto('/account/contact-info')
  await expect(email).toHaveValue(`${member.username}@example.com`)
  await email.fill(`new-${member.username}@example.com`)
  await fillAddress(page)
  await expect(usePasskey).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await usePasskey.click()
  await expect(password).toHaveAccessibleDescription(/added less than a day ago/)
  await password.fill(demoPassword)
  const saved = page.waitForResponse(
    answer => answer.url().endsWith('/api/designers/contact-info') && answer.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await expect(
    page.getByText(`Waiting for new-${member.username}@example.com to be confirmed.`),
  ).toBeVisible()
  await expect(password).toHaveCount(0)
  expect(authenticator).toBeTruthy()
})
