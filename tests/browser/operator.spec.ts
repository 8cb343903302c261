import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addAuthenticator } from './authenticator.ts'
import { waitForLetter } from './delivered-mail.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { fillLogin } from './sign-in.ts'
import { test as base, expect } from './test.ts'

const run = promisify(execFile)
const password = 'Operator-Horse-1!'

type Operator = {
  origin: string
  /** Runs a command of administrators at the shell. */
  admin: (...words: string[]) => Promise<string>
  /** The path and query of the link in a letter to this address: to set a password, unless said. */
  findLink: (address: string, link?: RegExp) => Promise<string>
}

/** A server with an empty database, reached by the name to which passkeys are bound. */
const test = base.extend<{ operator: Operator }>({
  operator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const server = await memory.start()
      const origin = server.origin.replace('127.0.0.1', 'localhost')
      const { PATH = '', HOME = '' } = process.env
      const env = { PATH, HOME, DATA_DIR: memory.folder, DATABASE_URL: await memory.findDatabase() }
      const program = join(import.meta.dirname, '../../server/admin.ts')
      await use({
        origin,
        admin: async (...words) =>
          (await run(process.execPath, [program, ...words], { env: { ...env, PUBLIC_URL: origin } })).stdout,
        async findLink(address, link = /https?:\/\/\S+\/password-reset\?\S+/) {
          const letter = await waitForLetter(join(memory.folder, 'mail'), address, link)
          const { pathname, search } = new URL(link.exec(letter)![0])
          return pathname + search
        },
      })
      await endInPeace(server)
      await memory.forget()
    },
    { timeout: 180_000 },
  ],
  baseURL: ({ operator }, use) => use(operator.origin),
  origins: ({ operator }, use) => use(new Set([operator.origin])),
})

test('an operator gets from an empty site to an administrator, words of its own, an open book and a juror', async ({
  page,
  operator,
  expectFailures,
}) => {
  test.setTimeout(240_000)
  // The desk is shut until there is a second factor.
  expectFailures([/403/])
  await addAuthenticator(page)
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('Make yourself the administrator.')).toBeVisible()

  await operator.admin('members', 'create', 'olga', '--role', 'admin', '--email', 'olga@marks.example')
  await page.goto(await operator.findLink('olga@marks.example'))
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, 'olga', password)
  await expect(page).toHaveURL('/')
  await expect(steps.getByText('Make yourself the administrator.')).toBeHidden()
  await steps.getByRole('link', { name: 'Site', exact: true }).click()

  await expect(page.getByText('Your work here needs a second factor.')).toBeVisible()
  await page.getByLabel('Name of the new passkey').fill('Key')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await page.getByRole('link', { name: 'Go on where you were' }).click()
  await expect(page).toHaveURL('/admin/site')

  await page.getByRole('main').getByRole('link', { name: 'Name', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Markenhalle')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Name” is saved.')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveTitle(/Markenhalle/)

  await steps.getByRole('link', { name: 'Books & jury' }).click()
  await page.getByRole('button', { name: 'Open Book 1' }).click()
  const form = page.getByRole('region', { name: 'Open a book' })
  await expect(form.getByLabel('Title')).toHaveValue('Markenhalle Book 1')
  await form.getByLabel('Places').fill('50')
  await form.getByLabel('Closes (your local time)').fill('2099-03-31T18:00')
  await form.getByRole('button', { name: 'Open Book 1' }).click()
  await page.getByRole('link', { name: 'Markenhalle Book 1' }).click()

  await operator.admin('members', 'create', 'jonas', '--role', 'juror', '--email', 'jonas@marks.example')
  expect(await operator.findLink('jonas@marks.example')).toContain('/password-reset')
  const [number = ''] = (await operator.admin('members', 'find', 'jonas')).split(' ')
  await page.getByLabel('Add a juror').fill(number)
  await page.getByRole('button', { name: `Account ${number}`, exact: true }).click()
  await expect(
    page.getByRole('table', { name: 'Jurors and their progress' }).getByRole('rowheader'),
  ).toContainText('jonas')
  expect(await operator.findLink('jonas@marks.example', /https?:\/\/\S+\/jury\b/)).toBe('/jury')
})
