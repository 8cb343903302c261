import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

// A juror's acts stay in IndexedDB until the server has accepted them: through reloads, crashes and expired sessions.

/** The part of an act that is sent. */
type Act =
  | { kind: 'score'; key: string; assignment_id: number; score: number; scored_at: string }
  | { kind: 'saved' | 'skipped'; assignment_id: number; state: 0 | 1 }
  | { kind: 'conflict'; assignment_id: number }
  | { kind: 'flag'; assignment_id: number; reason: 'copy' | 'rules'; text: string }

/** An act before its key and its time are given. */
export type NewAct = { kind: 'score'; assignment_id: number; score: number } | Exclude<Act, { kind: 'score' }>

export type Kept = Act & {
  /** Ascending in the order of the juror's acts. */
  id: number
  designer_id: number
  /** The book and round that scores are counted by. */
  round: string
  /** It has been sent once: the server may have it. */
  isAttempted: boolean
  /** The server's reason for refusing it. */
  refusal?: string
}

export type ScoreKept = Extract<Kept, { kind: 'score' }>

type Owner = { designer_id: number; round: string }
type Tally = Owner & { sent: number; last_scored_at: number }

interface Schema extends DBSchema {
  acts: { key: number; value: Kept; indexes: { designer: number; tile: [number, number] } }
  tallies: { key: [number, string]; value: Tally }
}

type Acts = IDBPObjectStore<Schema, ('acts' | 'tallies')[], 'acts', 'readwrite'>

export type OutboxStore = Awaited<ReturnType<typeof openOutboxStore>>

const durable = { durability: 'strict' } as const

/** Opens the store; rejects where the browser keeps no data. Long: one method for each transaction of the database. */
export async function openOutboxStore(now = () => Date.now(), name = 'jury-outbox') {
  const db: IDBPDatabase<Schema> = await openDB<Schema>(name, 1, {
    upgrade(db) {
      const acts = db.createObjectStore('acts', { keyPath: 'id', autoIncrement: true })
      acts.createIndex('designer', 'designer_id')
      acts.createIndex('tile', ['designer_id', 'assignment_id'])
      db.createObjectStore('tallies', { keyPath: ['designer_id', 'round'] })
    },
    // Another tab of a later version waits to change the schema.
    blocking: () => db.close(),
  })
  const emptyTally = (owner: Owner): Tally => ({ ...owner, sent: 0, last_scored_at: 0 })

  return {
    /** All acts of this account that the server has not accepted, in order. */
    list: (designerId: number) => db.getAllFromIndex('acts', 'designer', designerId),

    /** The number of scores of this round that the server accepted from this device. */
    countSent: async ({ designer_id, round }: Owner) =>
      (await db.get('tallies', [designer_id, round]))?.sent ?? 0,

    /**
     * Stores an act; resolves with it and the act it replaces, once committed. A score replaces one of the same tile
     * that was never sent. The timestamps of a device's scores are monotonic, also when its clock is set back: the later score
     * must win.
     */
    async add(owner: Owner, act: NewAct) {
      const tx = db.transaction(['acts', 'tallies'], 'readwrite', durable)
      const acts = tx.objectStore('acts')
      const base = { designer_id: owner.designer_id, round: owner.round, isAttempted: false }
      let added: Omit<Kept, 'id'> = { ...base, ...act } as Omit<Kept, 'id'>
      let replaced: Kept[] = []
      if (act.kind === 'score') {
        replaced = await deleteUnsent(acts, owner.designer_id, act.assignment_id)
        const tallies = tx.objectStore('tallies')
        const tally = (await tallies.get([owner.designer_id, owner.round])) ?? emptyTally(owner)
        const at = Math.max(now(), tally.last_scored_at + 1)
        await tallies.put({ ...tally, last_scored_at: at })
        const scored_at = new Date(at).toISOString()
        added = { ...base, ...act, key: crypto.randomUUID(), scored_at } as Omit<Kept, 'id'>
      }
      // IndexedDB assigns the id.
      const id = await acts.add(added as Kept)
      await tx.done
      return { added: { ...added, id } as Kept, replaced }
    },

    /** Marks acts as sent: they can no longer be withdrawn. */
    async markAttempted(items: Kept[]) {
      const tx = db.transaction('acts', 'readwrite', durable)
      const present: Kept[] = []
      for (const { id } of items) {
        const item = await tx.store.get(id)
        if (!item) continue
        present.push(item)
        if (!item.isAttempted) await tx.store.put({ ...item, isAttempted: true })
      }
      await tx.done
      return present
    },

    /** Records the server's answer: accepted acts are deleted, refused ones stay with the reason. */
    async settle(taken: Kept[], refused: { item: Kept; refusal: string }[]) {
      const tx = db.transaction(['acts', 'tallies'], 'readwrite', durable)
      const [acts, tallies] = [tx.objectStore('acts'), tx.objectStore('tallies')]
      for (const { id, kind, designer_id, round } of taken) {
        // Another tab may have recorded it already: it is counted once.
        if (!(await acts.get(id))) continue
        await acts.delete(id)
        if (kind !== 'score') continue
        const tally = (await tallies.get([designer_id, round])) ?? emptyTally({ designer_id, round })
        await tallies.put({ ...tally, sent: tally.sent + 1 })
      }
      for (const { item, refusal } of refused) await acts.put({ ...item, refusal })
      await tx.done
    },

    /** Withdraws a tile's score if it was never sent. Returns whether there was one. */
    async withdraw(designerId: number, assignmentId: number) {
      const tx = db.transaction(['acts', 'tallies'], 'readwrite', durable)
      const withdrawn = await deleteUnsent(tx.objectStore('acts'), designerId, assignmentId)
      await tx.done
      return withdrawn.length > 0
    },

    /** Deletes dismissed refusals. */
    async dismiss(items: Kept[]) {
      const tx = db.transaction('acts', 'readwrite', durable)
      for (const { id } of items) await tx.store.delete(id)
      await tx.done
    },

    close: () => db.close(),
  }
}

async function deleteUnsent(acts: Acts, designerId: number, assignmentId: number) {
  const ofTile = await acts.index('tile').getAll([designerId, assignmentId])
  const unsent = ofTile.filter(item => item.kind === 'score' && !item.isAttempted)
  for (const { id } of unsent) await acts.delete(id)
  return unsent
}
