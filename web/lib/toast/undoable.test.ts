import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const events = new EventTarget()

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
})
afterEach(() => vi.unstubAllGlobals())

async function remove(send: () => Promise<unknown> = async () => {}) {
  const { isPendingRemoval, removeWithUndo } = await import('./undoable.ts')
  const { dismissToast, toastStore } = await import('./toast.ts')
  const sent = vi.fn(send)
  const restore = vi.fn()
  removeWithUndo({ key: 'comment 1', message: 'Removed.', send: sent, failure: 'Not removed.', restore })
  const toast = toastStore.read().find(({ message }) => message === 'Removed.')!
  return { isPendingRemoval, dismissToast, toastStore, sent, restore, toast }
}

test('a removal is pending while its toast is shown, and not sent yet', async () => {
  const { isPendingRemoval, sent } = await remove()
  expect(isPendingRemoval('comment 1')).toBe(true)
  expect(isPendingRemoval('comment 2')).toBe(false)
  expect(sent).not.toHaveBeenCalled()
})

test('when the toast is gone the removal is sent, and no longer pending afterwards', async () => {
  const { isPendingRemoval, dismissToast, sent, restore, toast } = await remove()
  dismissToast(toast.id)
  expect(sent).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(isPendingRemoval('comment 1')).toBe(false), { timeout: 10_000 })
  expect(restore).not.toHaveBeenCalled()
})

test('Undo restores the item and sends nothing', async () => {
  const { isPendingRemoval, dismissToast, sent, restore, toast } = await remove()
  toast.actions![0]!.run()
  dismissToast(toast.id)
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce(), { timeout: 10_000 })
  expect(sent).not.toHaveBeenCalled()
  expect(isPendingRemoval('comment 1')).toBe(false)
})

test('a removal that fails is restored, with a toast', async () => {
  const { dismissToast, toastStore, restore, toast } = await remove(() =>
    Promise.reject(new Error('offline')),
  )
  dismissToast(toast.id)
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce(), { timeout: 10_000 })
  expect(toastStore.read().map(({ message }) => message)).toEqual(['Not removed.'])
})

test('leaving the page sends the removal', async () => {
  const { sent } = await remove()
  events.dispatchEvent(new Event('pagehide'))
  expect(sent).toHaveBeenCalledOnce()
})

test('other toasts never push out the toast of a removal', async () => {
  const { toastStore, sent, toast } = await remove()
  const { showToast } = await import('./toast.ts')
  for (const message of ['One', 'Two', 'Three', 'Four']) showToast(message)
  expect(toastStore.read()).toContain(toast)
  expect(toastStore.read()).toHaveLength(4)
  expect(sent).not.toHaveBeenCalled()
})
