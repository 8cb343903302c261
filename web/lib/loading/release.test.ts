import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

let served: () => Promise<Response>
const reload = vi.fn()
const deleted: string[] = []

beforeEach(() => {
  vi.resetModules()
  reload.mockClear()
  deleted.length = 0
  const stored = new Map<string, string>()
  vi.stubGlobal('__VERSION__', '1.2.3')
  vi.stubGlobal('fetch', () => served())
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('caches', { keys: async () => ['pages'], delete: async (name: string) => deleted.push(name) })
})

const serve = (version: unknown) => {
  served = async () => Response.json({ version })
}

async function load() {
  const { checkRelease } = await import('./release.ts')
  const { toastStore } = await import('../toast/toast.ts')
  return { checkRelease, toastStore, queryClient: new QueryClient() }
}

/** A mutation that never ends, as one in flight. */
function mutate(queryClient: QueryClient) {
  const observer = new MutationObserver(queryClient, { mutationFn: () => new Promise(() => {}) })
  void observer.mutate()
}

test('a later version reloads the page, after every cache was deleted', async () => {
  serve('1.3.0')
  const { checkRelease, queryClient } = await load()
  await checkRelease(queryClient)
  expect(deleted).toEqual(['pages'])
  expect(reload).toHaveBeenCalledOnce()
})

test.each(['1.2.3', '1.2.2', '1.3.0-beta.1', undefined, 7])('version %s does not reload', async version => {
  serve(version)
  const { checkRelease, queryClient } = await load()
  await checkRelease(queryClient)
  expect(reload).not.toHaveBeenCalled()
})

test('one version reloads once, even if the page stays the old one', async () => {
  serve('1.3.0')
  const { checkRelease, queryClient } = await load()
  await checkRelease(queryClient)
  await checkRelease(queryClient)
  expect(reload).toHaveBeenCalledOnce()
  serve('1.3.1')
  await checkRelease(queryClient)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('with a mutation in flight a toast offers the reload, once per version', async () => {
  serve('1.3.0')
  const { checkRelease, toastStore, queryClient } = await load()
  mutate(queryClient)
  await checkRelease(queryClient)
  await checkRelease(queryClient)
  expect(reload).not.toHaveBeenCalled()
  const [toast, ...others] = toastStore.read()
  expect(others).toEqual([])
  expect(toast).toMatchObject({ message: 'A new version is here.', isLasting: true })
  toast!.actions![0]!.run()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 10_000 })
})

test('where storage is forbidden the page never reloads, because it could reload forever', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('', 'SecurityError')
    },
  })
  serve('1.3.0')
  const { checkRelease, queryClient } = await load()
  await checkRelease(queryClient)
  expect(reload).not.toHaveBeenCalled()
})

test('an answer that is no JSON counts as reached, an error status as not', async () => {
  const { checkRelease, queryClient } = await load()
  served = async () => new Response('<!doctype html>')
  await expect(checkRelease(queryClient)).resolves.toBeUndefined()
  served = async () => new Response('', { status: 502 })
  await expect(checkRelease(queryClient)).rejects.toThrow('502')
})
