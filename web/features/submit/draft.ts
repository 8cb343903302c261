import { draftsAt } from '../../lib/storage/draft-storage.ts'
import { readStored, writeStored } from '../../lib/storage/storage.ts'
import { emptyShared, type OwnFacts, ownFactsOf, type SharedFacts, sharedFactsOf } from './facts.ts'
import { readPicture } from './picture.ts'
import { type Defaults, isUnsent, newSubmission, noDefaults, type Work } from './work.ts'

// Unsent work survives a reload: its texts in localStorage, its pictures in IndexedDB under the keys of
// their submissions. One browser keeps one draft, and shows it only to its author.

type Draft = {
  designer_id: number
  shared: SharedFacts
  /** Missing in drafts of earlier versions. */
  defaults?: Defaults
  submissions: (OwnFacts & { key: string; fileName: string; unanswered?: string })[]
}

/** How long a page that is being closed may hold the draft before another tab is said to have it. */
const patienceMs = 500

/**
 * Waits until no other tab holds the draft, because two writers would overwrite each other's, and runs `use`. `onWait` is called
 * while another tab keeps holding it. Ends without running `use` when `signal` aborts first.
 */
export async function holdDraft(use: () => Promise<void>, signal: AbortSignal, onWait: () => void) {
  // The Web Locks API needs a secure context.
  if (!navigator.locks) return use()
  const timer = setTimeout(onWait, patienceMs)
  let isHeld = false
  const run = () => {
    clearTimeout(timer)
    isHeld = true
    return use()
  }
  await navigator.locks.request(draftsAt, { signal }, run).catch(error => {
    clearTimeout(timer)
    if (isHeld) throw error
  })
}

/** Stores unsent submissions and deletes sent and empty ones. */
export async function keepDraft(designerId: number, work: Work) {
  const unsent = isUnsent(work) ? work.submissions.filter(s => s.state !== 'sent') : []
  const draft: Draft = {
    designer_id: designerId,
    shared: work.shared,
    defaults: work.defaults,
    submissions: unsent.map(s => ({
      ...ownFactsOf(s),
      key: s.key,
      fileName: s.fileName,
      unanswered: s.unanswered,
    })),
  }
  writeStored(draftsAt, unsent.length ? JSON.stringify(draft) : undefined)
  await keepPictures(new Map(unsent.flatMap(({ key, picture }) => (picture ? [[key, picture.file]] : []))))
}

/** The stored draft of this designer; undefined when there is none. Another designer's draft is deleted. */
export async function findDraft(designerId: number): Promise<Work | undefined> {
  const draft = parse(readStored(draftsAt))
  if (!draft) return
  if (draft.designer_id !== designerId) {
    await forgetDraft()
    return
  }
  const submissions = await Promise.all(
    draft.submissions.map(async ({ key, fileName, unanswered, ...own }) => {
      const file = await findPicture(key)
      const picture = file && (await readPicture(file))
      return {
        ...newSubmission(),
        ...ownFactsOf(own),
        key,
        fileName,
        unanswered,
        ...(picture && typeof picture !== 'string' && { picture }),
      }
    }),
  )
  const shared = { ...emptyShared, ...sharedFactsOf(draft.shared) }
  const defaults = { ...noDefaults, ...draft.defaults }
  return submissions.length ? { shared, sharedFaults: {}, defaults, submissions } : undefined
}

async function forgetDraft() {
  writeStored(draftsAt, undefined)
  await keepPictures(new Map())
}

function parse(text: string | undefined): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null')
    return Array.isArray(draft?.submissions) && draft.shared ? draft : undefined
  } catch {
    return undefined
  }
}

const storeName = 'pictures'
/** Keys of stored pictures: a picture is written once, not on every keystroke in its title. */
const kept = new Map<string, File>()

/** Stores exactly these pictures. Without IndexedDB a draft has no pictures. */
async function keepPictures(files: ReadonlyMap<string, File>) {
  const isKept = [...files].every(([key, file]) => kept.get(key) === file) && kept.size === files.size
  if (isKept && files.size) return
  const fresh = [...files].filter(([key, file]) => kept.get(key) !== file)
  kept.clear()
  for (const [key, file] of files) kept.set(key, file)
  const records = await Promise.all(
    fresh.map(async ([key, file]) => {
      const { name, type } = file
      return { key, name, type, bytes: await file.arrayBuffer() }
    }),
  )
  await withStore('readwrite', store => {
    for (const { key, ...record } of records) store.put(record, key)
    const all = store.getAllKeys()
    all.onsuccess = () => {
      // Decided inside the transaction: a later call may have run first.
      for (const key of all.result) if (!kept.has(String(key))) store.delete(key)
    }
    return all
  })
}

async function findPicture(key: string): Promise<File | undefined> {
  const record = await withStore(
    'readonly',
    store => store.get(key) as IDBRequest<{ bytes: ArrayBuffer; name: string; type: string } | undefined>,
  )
  return record && new File([record.bytes], record.name, { type: record.type })
}

/** Runs `use` in a transaction and resolves with its request's result once it has committed; undefined if it fails. */
async function withStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    return (await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = use(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = transaction.onerror
    }).finally(() => database.close())) as T
  } catch {
    return undefined
  }
}

function open() {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(draftsAt, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
