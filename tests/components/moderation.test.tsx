// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { untilAt, untilFocused, untilSaid } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
type User = ReturnType<typeof site.open>

/** Signs a new member in, or someone of staff; returns the account and a client with the same session. */
async function enter(role: 'member' | 'moderator' = 'member') {
  const account = await createDesigner(site.db, { role })
  return { ...account, ...(await site.signIn(account)) }
}

const statusOf = async (url: string) => (await site.server.app.inject({ url })).statusCode
const untilStatus = (url: string, status: number) =>
  waitFor(async () => expect(await statusOf(url)).toBe(status))

/** The text of the letter to this address that says so. */
const findLetter = (to: string, text: string) =>
  waitFor(async () => {
    const letters = await site.db.selectFrom('mail').select('text').where('to_address', '=', to).execute()
    const found = letters.find(letter => letter.text?.includes(text))
    expect(found).toBeDefined()
    return found!.text!
  })

/** Logos with these titles, each reported by one member. Returns their ids. */
async function reportLogos(titles: readonly string[]) {
  const { designer_id } = await createDesigner(site.db)
  const { call } = await site.server.signIn(await createDesigner(site.db))
  const ids: number[] = []
  for (const title of titles) {
    const { logo_id } = await createLogo(site.db, { designer_id, title })
    await call(api.reports.file, { kind: 'logo', id: logo_id, reason: 'spam' })
    ids.push(logo_id)
  }
  return ids
}

const decision = async () => within(await screen.findByRole('form', { name: 'Decision' }))
const why = async () => (await decision()).getByRole<HTMLInputElement>('combobox', { name: 'Why' })
const rowOf = (name: string) =>
  within(screen.getByRole('region', { name: 'Queue' })).getByRole('link', { name: new RegExp(name) })

/** Ends the time in which a decision can be undone. */
const settle = async (user: User) =>
  user.click(await screen.findByRole('button', { name: 'Dismiss message' }))

test('a logo is reported, hidden at the desk, appealed by the letter, and shown again by another moderator', async () => {
  const owner = await createDesigner(site.db)
  const { logo_id } = await createLogo(site.db, { designer_id: owner.designer_id, title: 'Quiet Harbour' })
  const logo = `/api/logos?logo_id=${logo_id}`
  await enter()
  let user = site.open(`/logo/${logo_id}`)
  await user.click(await screen.findByRole('button', { name: 'Report Quiet Harbour' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this logo' }))
  await user.click(dialog.getByRole('radio', { name: 'It copies someone else’s work' }))
  await user.type(dialog.getByLabelText(/What we should know/), 'Seen in a magazine')
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  await screen.findByRole('dialog', { name: 'Thank you' })

  const decideQuietHarbour = async (choice: string, reason: string) => {
    await enter('moderator')
    user = site.open('/admin/reports?q=Quiet+Harbour')
    const form = await decision()
    await user.click(form.getByRole('button', { name: choice }))
    await user.type(await why(), reason)
    await user.click(form.getByRole('button', { name: `${choice}, next` }))
    await settle(user)
    await screen.findByText(/^Nothing matches\./)
  }
  await decideQuietHarbour('Hide', 'Copied from a magazine')
  await untilStatus(logo, 404)

  const letter = await findLetter(owner.email, 'Copied from a magazine')
  await site.signIn(owner)
  user = site.open(/\/appeal\?token=\S+/.exec(letter)![0])
  await user.type(await screen.findByLabelText('Why the decision is wrong'), 'I drew it for that magazine.')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  await screen.findByRole('heading', { name: 'We received your appeal' })

  await decideQuietHarbour('Reverse', 'The magazine says so')
  await untilStatus(logo, 200)
})

test('two cases are selected by keys and dismissed together', async () => {
  await reportLogos(['Paired Marks One', 'Paired Marks Two'])
  const { call } = await enter('moderator')
  let user = site.open('/admin/reports?q=Paired+Marks')
  await screen.findByRole('article', { name: 'Paired Marks One' })
  await user.keyboard('x')
  const select = screen.getByRole('button', { name: 'Select Paired Marks One' })
  await waitFor(() => expect(select.getAttribute('aria-pressed')).toBe('true'))
  await user.keyboard('j')
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Paired Marks Two')))
  await user.keyboard('x')
  await screen.findByText('2 selected')
  await user.keyboard('1')
  await untilFocused(await why())
  await user.keyboard('Both are the member’s own{Enter}')
  await screen.findByText('Dismissed: 2 cases')
  await screen.findByText(/^Nothing matches\./)
  await settle(user)
  await waitFor(async () => {
    const { count } = await call(api.desk.reports.list, { q: 'Paired Marks', state: 'decided' })
    expect(count).toBe(2)
  })
  user = site.open('/admin/reports?q=Paired+Marks&state=decided')
  await screen.findByRole('heading', { name: '2 decided' })
  await untilSaid('“Both are the member’s own”')
  await user.keyboard('j')
  await untilSaid('“Both are the member’s own”')
})

test('by keys alone a case is decided, taken back with Z, and decided again with the reason used last', async () => {
  const [first, second] = await reportLogos(['Keyed Marks One', 'Keyed Marks Two'])
  const logo = `/api/logos?logo_id=${first}`
  await enter('moderator')
  const user = site.open('/admin/reports?q=Keyed+Marks')
  await waitFor(() => expect(document.title).toMatch(/^Keyed Marks One · Reports · Desk/))
  await user.keyboard('2')
  await untilFocused(await why())
  await user.keyboard('The same drawing{Enter}')
  await screen.findByText('Hidden: Keyed Marks One')
  await untilAt(`/admin/reports/logo/${second}?q=Keyed+Marks`)
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Keyed Marks Two')))

  await user.keyboard('z')
  await waitFor(() => expect(screen.queryByText('Hidden: Keyed Marks One')).toBeNull())
  await untilAt(`/admin/reports/logo/${first}?q=Keyed+Marks`)
  await screen.findByRole('article', { name: 'Keyed Marks One' })
  expect(await statusOf(logo)).toBe(200)

  await user.keyboard('2')
  await untilFocused(await why())
  await screen.findByRole('option', { name: 'The same drawing' })
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(async () => expect((await why()).value).toBe('The same drawing'))
  await user.keyboard('{Enter}')
  await untilAt(`/admin/reports/logo/${second}?q=Keyed+Marks`)
  await settle(user)
  await untilStatus(logo, 404)

  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keys' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull())
})

test('a collection is hidden on its page, and one that was hidden by a report is shown again beside the decision', async () => {
  const name = 'Quiet Shelf'
  const owner = await site.server.signIn(await createDesigner(site.db))
  const { light_box_id: id } = await owner.call(api.collections.create, { name })
  const collection = `/api/collections?collection_id=${id}`
  const hide = () => screen.findByRole('button', { name: `Hide ${name}` })
  const show = () => screen.findByRole('button', { name: `Show ${name}` })

  await enter('moderator')
  let user = site.open(`/collection/${id}`)
  await user.click(await hide())
  await user.type(await screen.findByLabelText('Why'), 'An insulting name')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  await untilSaid(/Hidden from others: An insulting name/)
  await untilStatus(collection, 404)
  await user.click(await show())
  await hide()
  await untilStatus(collection, 200)

  const reporter = await site.server.signIn(await createDesigner(site.db))
  const { report_id } = await reporter.call(api.reports.file, { kind: 'collection', id, reason: 'abuse' })
  const other = await site.server.signIn(await createDesigner(site.db, { role: 'moderator' }))
  await other.call(api.desk.reports.decide, {
    report_ids: [report_id],
    decision: 'hide',
    why: 'Insulting indeed',
  })
  expect(await statusOf(collection)).toBe(404)
  user = site.open(`/admin/reports?q=${name}&state=decided`)
  await user.click(await show())
  await hide()
  await untilStatus(collection, 200)
})

test('a moderator is led from a comment to the desk, and hides it there; its writer sees it with the reason, no one else does', async () => {
  const { logo_id } = await createLogo(site.db)
  const path = `/logo/${logo_id}`
  const writer = await createDesigner(site.db)
  const comment = 'Cheap pills'
  await (await site.server.signIn(writer)).call(api.logos.addComment, { logo_id, comment })

  await enter('moderator')
  const user = site.open(path)
  const note = async () => (await screen.findByText(comment)).closest('li')!
  const moderate = await within(await note()).findByRole('link', {
    name: `Moderate the comment by ${writer.company}`,
  })
  expect(within(await note()).queryByRole('button', { name: /^Remove / })).toBeNull()
  await user.click(moderate)
  const row = () => within(screen.getAllByRole('row').find(each => each.textContent?.includes(comment))!)
  await user.click(await screen.findByRole('button', { name: /^Hide the comment by / }))
  const form = within(await screen.findByRole('form', { name: `Hide the comment by ${writer.company}` }))
  await untilFocused(form.getByLabelText('Why'))
  await user.type(form.getByLabelText('Why'), 'Advertising')
  await user.click(form.getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(row().queryByRole('button', { name: /^Show / })).not.toBeNull())
  expect(await findLetter(writer.email, 'Advertising')).toContain('/appeal?token=')

  await site.signIn(writer)
  site.open(path)
  expect((await note()).textContent).toContain('Hidden from others: Advertising')
  expect(within(await note()).queryByRole('button')).toBeNull()
  await enter()
  site.open(path)
  await screen.findByRole('heading', { name: 'Comments' })
  await waitFor(() => expect(document.querySelector('section[aria-busy="false"]')).not.toBeNull())
  await screen.findByRole('textbox', { name: 'Comment' })
  expect(screen.queryByText(comment)).toBeNull()
})

test('a designer is blocked on their profile and unblocked in Account', async () => {
  const other = await createDesigner(site.db)
  const { designer_id } = await enter()
  const blocks = () =>
    site.db.selectFrom('member_block').select('blocked_id').where('blocker_id', '=', designer_id).execute()
  let user = site.open(`/designers/${other.slug}`)
  await user.click(await screen.findByRole('button', { name: `Block ${other.company}` }))
  const ask = within(await screen.findByRole('alertdialog'))
  await user.click(ask.getByRole('button', { name: 'Block' }))
  await screen.findByRole('button', { name: `Unblock ${other.company}` })
  await waitFor(async () => expect(await blocks()).toHaveLength(1))

  user = site.open('/account/contact-info')
  const list = within(await screen.findByRole('region', { name: 'Blocked designers' }))
  await user.click(list.getByRole('button', { name: `Unblock ${other.company}` }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Blocked designers' })).toBeNull())
  expect(await blocks()).toEqual([])
})
