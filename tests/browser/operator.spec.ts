import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { makePerson, newPassword } from '../person.ts'
import { addAuthenticator } from './authenticator.ts'
import { expectNoFaultsInBoth } from './axe.ts'
import { decide } from './decide.ts'
import { waitForLetter } from './delivered-mail.ts'
import { pngFile } from './files.ts'
import { answerProvider, joinTo } from './joining.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { fillLogin } from './sign-in.ts'
import { test as base, expect } from './test.ts'

const run = promisify(execFile)
const password = 'Operator-Horse-1!'

type Operator = {
  origin: string
  /** Runs a command of administrators at the shell. */
  admin: (...words: string[]) => Promise<string>
  /** The path and query of the link to this page in a letter to this address. */
  findLink: (address: string, to: 'password-reset' | 'appeal' | 'jury') => Promise<string>
}

/** A server without demonstration content on an empty database, reached by the name to which passkeys are bound. */
const test = base.extend<{ operator: Operator }>({
  operator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory('nothing')
      const server = await memory.start()
      const origin = server.origin.replace('127.0.0.1', 'localhost')
      const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
      const data = { DATA_DIR: memory.folder, DATABASE_URL: await memory.findDatabase() }
      const env = { PATH, HOME, NODE_COMPILE_CACHE, ...data }
      const program = join(import.meta.dirname, '../../server/admin.ts')
      await use({
        origin,
        admin: async (...words) =>
          (await run(process.execPath, [program, ...words], { env: { ...env, PUBLIC_URL: origin } })).stdout,
        async findLink(address, to) {
          const link = new RegExp(`https?://\\S+/${to}(\\?\\S+|\\b)`)
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

test('an operator sets up an empty site: an open book with a juror, a member, a decided report and custom texts', async ({
  page,
  browser,
  operator,
  expectFailures,
}) => {
  test.setTimeout(600_000)
  // The desk is shut until there is a second factor.
  expectFailures([/403/])
  const open = async () => (await browser.newContext({ baseURL: operator.origin })).newPage()
  const [member, visitor] = [await open(), await open()]
  const person = makePerson()
  const email = `${person.username}@example.com`

  await test.step('the first administrator', () => becomeAdministrator(page, operator))
  await test.step('a name', () => nameTheSite(page))
  await test.step('pages without content', () => expectEmptyPages(page))
  await test.step('an open book', () => openBook(page))
  await test.step('a juror', () => inviteJuror(page, operator))
  await test.step('a member joins and uploads', () => joinAndUpload(member, person))
  const logoId = await findOwnLogo(member)
  const statusForOthers = async () => (await visitor.request.get(`/api/logos?logo_id=${logoId}`)).status()
  await expect.poll(statusForOthers).toBe(200)
  await test.step('the member is given time', () => giveTime(page, person.username))
  await test.step('a visitor reports the logo', () => reportAsVisitor(visitor, logoId))
  await test.step('the report is decided', () => decideQuietHarbour(page, 'Hide', 'It hangs in a museum'))
  await expect.poll(statusForOthers).toBe(404)
  await test.step('the member appeals', async () => appeal(member, await operator.findLink(email, 'appeal')))
  await test.step('the appeal is decided', () => decideQuietHarbour(page, 'Reverse', 'The museum bought it'))
  await expect.poll(statusForOthers).toBe(200)
  await test.step('a text is changed and taken back', () => changeText(page, visitor))
  await Promise.all([member, visitor].map(each => each.context().close()))
})

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name, exact: true })

async function becomeAdministrator(page: Page, operator: Operator) {
  await addAuthenticator(page)
  await page.goto('/')
  await expect(steps(page).getByText('Make yourself the administrator.')).toBeVisible()
  await operator.admin('members', 'create', 'olga', '--role', 'admin', '--email', 'olga@marks.example')
  await page.goto(await operator.findLink('olga@marks.example', 'password-reset'))
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, 'olga', password)
  await expect(page).toHaveURL('/')
  await expect(steps(page).getByText('Make yourself the administrator.')).toBeHidden()
  await steps(page).getByRole('link', { name: 'Site', exact: true }).click()

  await expect(page.getByText('Your work here needs a second factor.')).toBeVisible()
  await page.getByLabel('Name of the new passkey').fill('Key')
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(page).toHaveURL('/admin/site')
}

async function nameTheSite(page: Page) {
  await page.getByRole('main').getByRole('link', { name: 'Name', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Markenhalle')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Name” is saved.')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveTitle(/Markenhalle/)
}

/** Each says what will be there. */
async function expectEmptyPages(page: Page) {
  for (const [path, title, step] of [
    ['/books', 'No book is out yet', undefined],
    ['/news', 'No news yet', 'Browse Fresh'],
    ['/', 'No logos yet', 'Upload the first logo'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    if (step) await expect(page.getByRole('main').getByRole('link', { name: step })).toBeVisible()
    await expectNoFaultsInBoth(page, title)
  }
}

async function openBook(page: Page) {
  await steps(page).getByRole('link', { name: 'Books & jury' }).click()
  await page.getByRole('button', { name: 'Open Book 1' }).click()
  const form = page.getByRole('region', { name: 'Open a book' })
  await expect(form.getByLabel('Title')).toHaveValue('Markenhalle Book 1')
  await form.getByLabel('Places').fill('50')
  await form.getByLabel('Closes (your local time)').fill('2099-03-31T18:00')
  await form.getByRole('button', { name: 'Open Book 1' }).click()
  await expect(page.getByRole('link', { name: 'Markenhalle Book 1' })).toBeVisible()
}

async function inviteJuror(page: Page, operator: Operator) {
  await room(page, 'People').click()
  await page.getByRole('button', { name: 'Add a person' }).click()
  const form = page.getByRole('form', { name: 'Add a person' })
  await form.getByLabel('Username').fill('jonas')
  await form.getByLabel('Email').fill('jonas@marks.example')
  await form.getByLabel('Role').selectOption('juror')
  await form.getByRole('button', { name: 'Add a person' }).click()
  await expect(page.getByText('jonas is added. The email is on its way.')).toBeVisible()
  expect(await operator.findLink('jonas@marks.example', 'password-reset')).toMatch(/user=\d+&token=/)

  await page.getByRole('table', { name: 'People' }).getByRole('link', { name: 'jonas' }).click()
  await expect(page).toHaveURL(/\/admin\/members\/\d+$/)
  const number = page.url().split('/').at(-1)!
  await room(page, 'Books & jury').click()
  await page.getByRole('link', { name: 'Markenhalle Book 1' }).click()
  await page.getByLabel('Add a juror').fill(number)
  await page.getByRole('button', { name: `Account ${number}`, exact: true }).click()
  await expect(
    page.getByRole('table', { name: 'Jurors and their progress' }).getByRole('rowheader'),
  ).toContainText('jonas')
  expect(await operator.findLink('jonas@marks.example', 'jury')).toBe('/jury')
}

/** Joins through the pages for visitors, pays in the provider's sandbox, and submits a logo. */
async function joinAndUpload(page: Page, person: ReturnType<typeof makePerson>) {
  await joinTo(page, person)
  await answerProvider(page, 'Approve and continue')
  await expect(page).toHaveURL('/login')
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
  await page.goto('/submit')
  await page.getByLabel(/^Choose/).setInputFiles(await pngFile('Quiet Harbour.png'))
  await page.getByText('Symbol', { exact: true }).click()
  await page.getByRole('button', { name: /^Submit/ }).click()
  await expect(page).toHaveURL('/designers?tab=logos')
  await expect(page.getByRole('img', { name: 'Quiet Harbour by' })).toBeVisible()
}

async function findOwnLogo(page: Page): Promise<string> {
  const { data } = await (await page.request.get('/api/logos?designer_id=me&page_size=all')).json()
  expect(data).toHaveLength(1)
  return data[0].logo_id
}

async function giveTime(page: Page, username: string) {
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  await field.fill(username)
  await field.press('Enter')
  await page.getByRole('link', { name: username, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/members\/\d+$/)
  await page.getByRole('button', { name: 'Extend membership' }).click()
  const form = page.getByRole('form', { name: 'Extend membership' })
  await form.getByLabel('Days').fill('10')
  await form.getByLabel('Why (optional)').fill('The first member of all')
  await form.getByRole('button', { name: 'Extend membership' }).click()
  await expect(page.getByText('The membership is extended.')).toBeVisible()
  await page.goto(`/admin/history?q=${username}`)
  await expect(page.getByRole('row').filter({ hasText: 'The first member of all' })).toContainText(username)
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveAttribute(
    'href',
    `/api/admin/history.csv?q=${username}`,
  )
}

async function reportAsVisitor(page: Page, logoId: string) {
  await page.goto(`/logo/${logoId}`)
  await page.getByRole('button', { name: 'Report Quiet Harbour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this logo' })
  await dialog.getByRole('radio', { name: 'It copies someone else’s work' }).check()
  await dialog.getByLabel(/What we should know/).fill('Seen in a museum')
  await dialog.getByLabel('Your email').fill('museum@example.com')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible()
}

async function decideQuietHarbour(page: Page, choice: string, why: string) {
  await page.goto('/admin/reports?q=Quiet Harbour')
  await decide(page, choice, why)
  await expect(page.getByText('Nothing matches.')).toBeVisible()
}

async function appeal(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('Why the decision is wrong').fill('I drew it for that museum.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('heading', { name: 'We received your appeal' })).toBeVisible()
}

/** The visitor reads each state on the page itself. */
async function changeText(page: Page, visitor: Page) {
  await page.goto('/admin/site/about')
  const form = page.getByRole('form', { name: 'About' })
  await form.getByLabel('About').fill('{site_name} hangs marks by the sea.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“About” is saved.')).toBeVisible()
  await visitor.goto('/about')
  await expect(visitor.getByText('Markenhalle hangs marks by the sea.')).toBeVisible()

  const versions = page.getByRole('region', { name: 'Versions' })
  await versions.getByRole('button', { name: 'Reset to the default' }).click()
  await versions
    .getByRole('form', { name: 'Reset to the default' })
    .getByRole('button', { name: 'Reset to the default' })
    .click()
  await expect(page.getByText('The default is back.')).toBeVisible()
  await visitor.goto('/about')
  await expect(visitor.getByText('A colophon is the emblem')).toBeVisible()
  await expect(visitor.getByText('hangs marks by the sea')).toHaveCount(0)
}
