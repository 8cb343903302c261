// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo, makePicture } from '../factories.ts'
import { untilDescribed, untilFocused } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
const unreachable = 'We couldn’t reach the gallery.'

/** Opens a room of the desk as someone of staff with this role. */
async function enter(path: string, role: 'admin' | 'moderator' | 'chair' = 'admin') {
  const staff = await createDesigner(site.db, { role })
  const client = await site.signIn(staff)
  const user = site.open(path)
  /** The form with this name, and its fields; `opener` is the button that opens it. */
  const form = async (name: string, opener?: string) => {
    if (opener) await user.click(await screen.findByRole('button', { name: opener }))
    const found = await screen.findByRole('form', { name })
    const field = (label: string | RegExp) => within(found).getByLabelText<HTMLInputElement>(label)
    return {
      found,
      field,
      async fill(label: string, text: string) {
        await user.clear(field(label))
        if (text) await user.type(field(label), text)
      },
      press: (label: string) => user.click(within(found).getByRole('button', { name: label })),
      /** Waits until this field has the error and the focus. */
      async untilRefused(label: string | RegExp, error: string) {
        await untilDescribed(field(label), error)
        await untilFocused(field(label))
      },
    }
  }
  return { client, user, form }
}

const calls = (call: string) => site.calls.filter(each => each === call).length

test('adding a person names what is wrong at its field, before and after it is sent, and keeps what was typed', async () => {
  const { username } = await createDesigner(site.db)
  const { form } = await enter('/admin/people')
  const person = await form('Add a person', 'Add a person')
  await person.press('Add a person')
  await person.untilRefused('Username', 'Username is required')
  await untilDescribed(person.field('Email'), 'Email is required')
  expect(calls('POST /api/admin/members')).toBe(0)
  await person.fill('Username', username)
  await person.fill('Email', 'someone@marks.example')
  await person.press('Add a person')
  await waitFor(() => expect(person.field('Username').getAttribute('aria-invalid')).toBe('true'))
  await untilFocused(person.field('Username'))
  expect(person.field('Email').value).toBe('someone@marks.example')

  // A failed connection is an error of the form, not of a field.
  const restore = site.answer('POST /api/admin/members', lost)
  await person.fill('Username', `${username}.two`)
  await person.press('Add a person')
  await within(person.found).findByText(unreachable)
  restore()
  await person.press('Add a person')
  await screen.findByText(`${username}.two is added. The email is on its way.`)
})

test('an answer that arrives after its form was cancelled neither closes nor empties the form opened since', async () => {
  const { form } = await enter('/admin/people')
  const { promise, resolve } = Promise.withResolvers<void>()
  site.answer('POST /api/admin/members', ({ forward }) => promise.then(forward))
  const first = await form('Add a person', 'Add a person')
  await first.fill('Username', 'cancelled.form')
  await first.fill('Email', 'cancelled.form@marks.example')
  await first.press('Add a person')
  await waitFor(() => expect(calls('POST /api/admin/members')).toBe(1))
  await first.press('Cancel')
  const second = await form('Add a person', 'Add a person')
  await second.fill('Username', 'next.form')
  resolve()
  await screen.findByText('cancelled.form is added. The email is on its way.')
  expect(document.contains(second.found)).toBe(true)
  expect(second.field('Username').value).toBe('next.form')
})

test('a wrong number of gift cards is refused at its field; their codes are shown', async () => {
  const { form } = await enter('/admin/gift-cards')
  const cards = await form('Make gift cards', 'Make gift cards')
  await cards.fill('Note', 'For the fair')
  for (const [count, error] of [
    ['ten', 'Must be a whole number.'],
    ['501', 'At most 500 cards at once, please.'],
  ] as const) {
    await cards.fill('How many', count)
    await cards.press('Make gift cards')
    await cards.untilRefused('How many', error)
  }
  expect(calls('POST /api/admin/gift-cards')).toBe(0)
  await cards.fill('How many', '2')
  await cards.press('Make gift cards')
  const codes = await screen.findByRole('region', { name: 'New codes' })
  expect(codes.querySelector('pre')?.textContent?.split('\n')).toHaveLength(2)
  const made = await site.db.selectFrom('gift_card').select(['note', 'term_months']).execute()
  expect(made).toEqual(Array(2).fill({ note: 'For the fair', term_months: 12 }))
})

test('a book needs places and a date, and a date in the past is refused at its field', async () => {
  const { user } = await enter('/admin/books', 'chair')
  await user.click(await screen.findByRole('button', { name: /^Open Book/ }))
  const room = within(await screen.findByRole('region', { name: 'Open a book' }))
  const field = (label: string) => room.getByLabelText<HTMLInputElement>(label)
  const open = () => user.click(room.getByRole('button', { name: /^Open Book/ }))
  await open()
  await untilDescribed(field('Places'), 'Must be a whole number.')
  await untilDescribed(field('Closes (your local time)'), 'Say when the book closes.')
  await untilFocused(field('Places'))
  await user.type(field('Places'), '40')
  fireEvent.change(field('Closes (your local time)'), { target: { value: '2020-01-31T18:00' } })
  await open()
  await untilDescribed(field('Closes (your local time)'), 'The deadline must be in the future.')
  await untilFocused(field('Closes (your local time)'))
  expect(field('Places').value).toBe('40')
})

test('a refused post says so at its field or at the form, keeps its text, and is sent once', async () => {
  const { user, form } = await enter('/admin/posts/new')
  const post = await form('Post')
  await post.fill('Title', 'The jury')
  await post.press('Save draft')
  await post.untilRefused('Text', 'A post needs a text.')
  await post.fill('Text', '<b>Nine</b> of us.')
  await untilDescribed(post.field('Text'), 'Plain text, please: HTML isn’t used here.')
  await post.fill('Text', 'Nine of us.')
  const call = 'POST /api/admin/posts'
  const error = 'The picture is damaged.'
  let restore = site.answer(call, () =>
    Response.json({ error, errors: { picture_base64: error } }, { status: 400 }),
  )
  await post.press('Save draft')
  await post.untilRefused('Choose a picture', error)
  restore()
  restore = site.answer(call, lost)
  await post.press('Save draft')
  await within(post.found).findByText(unreachable)
  expect(post.field('Text').value).toBe('Nine of us.')
  restore()
  const before = calls(call)
  post.field('Title').focus()
  await user.keyboard('{Control>}ss{/Control}')
  await screen.findByText('The post is saved.')
  expect(calls(call) - before).toBe(1)
})

test('nothing of a new post can be changed while it is being saved; what was chosen is sent again after a refusal', async () => {
  const { user, form } = await enter('/admin/posts/new')
  const post = await form('Post')
  const radio = (name: string) => within(post.found).getByRole<HTMLInputElement>('radio', { name })
  const press = (target: Element) => user.pointer({ keys: '[MouseLeft]', target })
  await post.fill('Title', 'Chosen once')
  await post.fill('Text', 'Nine of us.')
  await press(radio('Feature post'))
  await press(radio('Public'))
  const gate = Promise.withResolvers<void>()
  const call = 'POST /api/admin/posts'
  const restore = site.answer(call, async call => {
    await gate.promise
    return lost(call)
  })
  await post.press('Save')
  await waitFor(() => expect(calls(call)).toBe(1))
  await press(radio('In no list'))
  await press(radio('Draft'))
  const picture = new File([new Uint8Array(await makePicture({ side: 20 }))], 'late.png', {
    type: 'image/png',
  })
  await user.upload(post.field('Choose a picture'), picture)
  const chosen = () => ['Feature post', 'In no list', 'Public', 'Draft'].map(name => radio(name).checked)
  expect(chosen()).toEqual([true, false, true, false])
  gate.resolve()
  await within(post.found).findByText(unreachable)
  expect(chosen()).toEqual([true, false, true, false])
  expect(within(post.found).queryByRole('button', { name: 'Remove picture' })).toBeNull()

  restore()
  await post.press('Save')
  await screen.findByText('The post is saved.')
  await waitFor(() => expect(location.pathname).toMatch(/^\/admin\/posts\/\d+$/))
  const saved = await form('Post')
  const stored = (name: string) => within(saved.found).getByRole<HTMLInputElement>('radio', { name })
  expect([stored('Feature post').checked, stored('Public').checked]).toEqual([true, true])
})

/** A form of an act: where it is, the button that opens it, the one that sends it, its call, and what is typed last. */
const acts = [
  ['/admin/people', 'Add a person', 'Add a person', 'POST /api/admin/members', ['Username', 'Email']],
  ['/admin/gift-cards', 'Make gift cards', 'Make gift cards', 'POST /api/admin/gift-cards', ['Note']],
  [
    '/admin/books',
    'Add an earlier book',
    'Add the book',
    'POST /api/admin/books/earlier',
    ['Number', 'Title'],
  ],
  ['/admin/members/{id}', 'Extend membership', 'Extend membership', 'POST /api/admin/grants', ['Days']],
  ['/admin/logos?q=Unreachable', 'Hide Unreachable Mark', 'Hide', 'PUT /api/admin/hidden', ['Why']],
] as const
const typed = {
  Username: 'a.person',
  Email: 'a.person@marks.example',
  Note: 'For the fair',
  Number: '901',
  Title: 'Earlier',
  Days: '7',
  Why: 'A copy',
}

for (const [path, opener, send, call, labels] of acts)
  test(`that the gallery can’t be reached is said until the next change: ${opener}`, async () => {
    const { designer_id } = await createLogo(site.db, { title: 'Unreachable Mark' })
    const { user, form } = await enter(path.replace('{id}', String(designer_id)))
    const act = await form(opener, opener)
    for (const label of labels) await act.fill(label, typed[label])
    const published = within(act.found).queryByLabelText('Published')
    if (published) fireEvent.change(published, { target: { value: '2019-05' } })
    site.answer(call, lost)
    await act.press(send)
    await within(act.found).findByText(unreachable)
    await user.type(act.field(labels.at(-1)!), '1')
    await waitFor(() => expect(within(act.found).queryByText(unreachable)).toBeNull())
    await site.db.deleteFrom('logo').where('title', '=', 'Unreachable Mark').execute()
  })

test('the row below a logo closes when the answer to another act has taken its form away', async () => {
  const titles = ['Closing Mark One', 'Closing Mark Two']
  const [, second] = [
    await createLogo(site.db, { title: titles[0]! }),
    await createLogo(site.db, { title: titles[1]! }),
  ]
  const { form } = await enter('/admin/logos?q=Closing', 'moderator')
  const gate = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  site.answer('PUT /api/admin/hidden', async ({ forward, body }) => {
    const answer = await forward()
    if ((body as { id: number }).id !== second.logo_id) return answer
    answered.resolve()
    await gate.promise
    return answer
  })
  const hide = async (title: string) => {
    const opened = await form(`Hide ${title}`, `Hide ${title}`)
    await opened.fill('Why', 'A copy')
    await opened.press('Hide')
  }
  await hide(titles[1]!)
  await answered.promise
  // The answer to this one reads the list again, in which both are hidden.
  await hide(titles[0]!)
  for (const title of titles) await screen.findByRole('button', { name: `Show ${title}` })
  expect(screen.getAllByRole('row')).toHaveLength(1 + titles.length)
  gate.resolve()
})

test('a link of the site without an address is refused at its own field', async () => {
  const { user, form } = await enter('/admin/site/social_links')
  const links = await form('Social links')
  await user.click(within(links.found).getByRole('button', { name: /^Add/ }))
  const urls = () => within(links.found).getAllByLabelText<HTMLInputElement>('Address')
  await user.type(urls().at(-1)!, 'marks.example')
  await links.press('Save')
  await waitFor(() => expect(within(links.found).getAllByRole('alert').length).toBeGreaterThan(0))
  await untilFocused(links.found.querySelector('[aria-invalid]')!)
  expect(urls().at(-1)!.value).toBe('marks.example')
})

test('a refusal of an act of one field is shown at the field, which gets the focus; any other is shown at the form', async () => {
  const { designer_id } = await createDesigner(site.db)
  const { form } = await enter(`/admin/members/${designer_id}`)
  const days = await form('Extend membership', 'Extend membership')
  await days.fill('Days', '800')
  await days.press('Extend membership')
  await days.untilRefused('Days', 'At most 731 days, please.')
  site.answer('POST /api/admin/grants', lost)
  await days.fill('Days', '7')
  await days.press('Extend membership')
  await within(days.found).findByText(unreachable)
  expect(days.field('Days').value).toBe('7')
})

const refusal = 'This logo is in a book that is being judged.'

/** Opens the first of these logos, reported and new, as a moderator whose decisions the server refuses. */
async function enterReports(titles: string[]) {
  const owner = await createDesigner(site.db)
  const reporter = await site.server.signIn(await createDesigner(site.db))
  const ids: number[] = []
  for (const title of titles) {
    const { logo_id } = await createLogo(site.db, { designer_id: owner.designer_id, title })
    await reporter.call(api.reports.file, { kind: 'logo', id: logo_id, reason: 'spam' })
    ids.push(logo_id)
  }
  const words = titles[0]!.split(' ').slice(0, 2).join('+')
  const desk = await enter(`/admin/reports/logo/${ids[0]}?q=${words}`, 'moderator')
  site.answer('PUT /api/admin/reports', () => Response.json({ error: refusal }, { status: 409 }))
  return {
    ...desk,
    /** Chooses a decision about the open case or the selected ones, and confirms it by the button with this label. */
    async decide(choice: string, label: string, why: string) {
      const decision = await desk.form('Decision')
      await desk.user.click(within(decision.found).getByRole('button', { name: choice }))
      await desk.user.type(decision.field('Why'), why)
      await decision.press(label)
    },
    /** Dismisses the message of the decision, which sends it. */
    send: async () => desk.user.click(await screen.findByRole('button', { name: 'Dismiss message' })),
  }
}

test('a decision that the server refuses opens its case again, with what was decided and why not', async () => {
  const { form, decide, send } = await enterReports(['Refused Marks'])
  await decide('Hide', 'Hide, next', 'The same drawing')
  await send()
  const again = await form('Decision')
  await within(again.found).findByText(refusal)
  expect(again.field('Why').value).toBe('The same drawing')
  expect(within(again.found).getByRole('button', { name: 'Hide' }).getAttribute('aria-pressed')).toBe('true')
  await untilFocused(again.field('Why'))
})

test('a refusal that arrives while the reason for the next case is typed waits until its case is opened', async () => {
  const { user, form, decide, send } = await enterReports(['Late Marks One', 'Late Marks Two'])
  await decide('Hide', 'Hide, next', 'The same drawing')
  await screen.findByRole('article', { name: 'Late Marks Two' })
  const next = await form('Decision')
  await user.type(next.field('Why'), 'Another reason')
  await send()
  await screen.findByText(`Late Marks One: ${refusal}`)
  await untilFocused(next.field('Why'))
  expect(next.field('Why').value).toBe('Another reason')

  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('article', { name: 'Late Marks One' })
  const again = await form('Decision')
  expect(again.field('Why').value).toBe('The same drawing')
  await untilDescribed(again.field('Why'), refusal)
  await user.type(again.field('Why'), '!')
  await waitFor(() => expect(within(again.found).queryByText(refusal)).toBeNull())
})

test('a refused decision about selected cases selects them again, with what was decided', async () => {
  const { user, form, decide, send } = await enterReports(['Both Marks One', 'Both Marks Two'])
  for (const title of ['Both Marks One', 'Both Marks Two'])
    await user.click(await screen.findByRole('button', { name: `Select ${title}` }))
  await decide('Dismiss', 'Dismiss 2', 'Drawn before')
  await send()
  await screen.findByText('2 selected')
  const again = await form('Decision')
  await within(again.found).findByText(refusal)
  expect(again.field('Why').value).toBe('Drawn before')
})

test('the case that is open without being named stays open, with its reason, when an older one joins the queue', async () => {
  const reporter = await site.server.signIn(await createDesigner(site.db))
  const report = async (title: string) => {
    const { logo_id } = await createLogo(site.db, { title })
    await reporter.call(api.reports.file, { kind: 'logo', id: logo_id, reason: 'spam' })
    return logo_id
  }
  await report('Kept Marks One')
  await report('Kept Marks Two')
  const { user, form } = await enter('/admin/reports?q=Kept+Marks', 'moderator')
  await screen.findByRole('article', { name: 'Kept Marks One' })
  // A decision about another case reads the queue again, also where it is refused.
  await user.click(await screen.findByRole('button', { name: 'Select Kept Marks Two' }))
  const other = await form('Decision')
  await user.click(within(other.found).getByRole('button', { name: 'Dismiss' }))
  await user.type(other.field('Why'), 'Drawn before')
  await other.press('Dismiss 1')
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  const decision = await form('Decision')
  await user.click(within(decision.found).getByRole('button', { name: 'Hide' }))
  await user.type(decision.field('Why'), 'Half a sent')
  const older = await report('Kept Marks Three')
  await site.db
    .updateTable('report')
    .set({ created_at: new Date(0) })
    .where('subject_id', '=', older)
    .execute()
  await user.click(screen.getByRole('button', { name: 'Dismiss message' }))
  await screen.findByRole('button', { name: 'Select Kept Marks Three' })
  const still = await form('Decision')
  expect(still.field('Why').value).toBe('Half a sent')
  screen.getByRole('article', { name: 'Kept Marks One' })
  await user.type(still.field('Why'), 'ence')
  await still.press('Hide, next')
  await screen.findByRole('article', { name: 'Kept Marks Three' })
  expect((await form('Decision')).field('Why').value).toBe('')
})
