import { createHash } from 'node:crypto'
import { demoPassword } from '../demo/accounts.ts'
import type { Db } from '../server/db/connect.ts'
import { openBook } from '../server/features/books/open-book.ts'
import { findBook } from '../server/features/books/queries.ts'
import { setJurors } from '../server/features/books/set-jurors.ts'
import { hashPassword } from '../server/lib/password.ts'
import { shell } from '../server/shell/mistake.ts'
import * as api from '../shared/api.ts'
import type { Role } from '../shared/rules/roles.ts'
import { dayMs } from '../shared/rules/time.ts'
import { createDesigner, createLogo, makePicture } from './factories.ts'
import { httpClient } from './http-client.ts'

// Books that journeys and component tests judge.

export type Account = { username: string; designer_id: number; company: string; email: string }

/** Accounts with the demonstration's password. Ids ascend: the jurors of a book have the numbers 1, 2, … in this order. */
export async function createAccounts(db: Db, count: number, role: Role = 'member'): Promise<Account[]> {
  const password_hash = await hashPassword(demoPassword)
  const membership = role === 'member' ? 'active' : 'none'
  const accounts: Account[] = []
  for (let i = 0; i < count; i += 1)
    accounts.push(await createDesigner(db, { role, password_hash, membership }))
  return accounts
}

/** Stores one picture with all its sizes, for as many logos as need one. No book may be open. */
export async function storePicture(origin: string, db: Db, { username }: Account): Promise<string> {
  const { call } = httpClient(origin)
  await call(api.auth.login, { username, password: demoPassword })
  const { logo_id } = await call(api.logos.submit, {
    logo: 'First mark',
    logotype: 'Symbol',
    file_base64: (await makePicture()).toString('base64'),
  })
  const uploaded = db.selectFrom('logo').where('logo_id', '=', logo_id).select('image')
  return (await uploaded.executeTakeFirstOrThrow()).image
}

const now = () => new Date()
const publicUrl = 'https://colophon.example'

type Options = {
  number: number
  places: number
  jurors: readonly Account[]
  /** Their logos are entered in turn. */
  entrants: readonly Account[]
  entries: number
  image: string
  border_round?: 0 | 1
}

/**
 * Opens a book with its jury and its entries, 'Mark 1' and so on. Its secret follows from its number: in a new database
 * the draw is the same in every run.
 */
export async function writeOpenBook(db: Db, { jurors, entrants, entries, image, ...book }: Options) {
  const closes_at = new Date(Date.now() + 30 * dayMs)
  const title = `Colophon Book ${book.number}`
  const opened = { series: 'book', title, closes_at, border_round: 1, ...book } as const
  const slug = await openBook({ db, now }, opened, shell)
  const secret = createHash('sha256').update(slug).digest()
  const commitment = createHash('sha256').update(secret).digest('hex')
  await db.updateTable('book').set({ secret, commitment }).where('slug', '=', slug).execute()
  await setJurors(
    { db, now, publicUrl },
    { book: slug, designer_ids: jurors.map(juror => juror.designer_id) },
    shell,
  )
  const { book_id } = (await findBook(db, slug))!
  for (let i = 0; i < entries; i += 1) {
    const { designer_id } = entrants[i % entrants.length]!
    const logo = { designer_id, title: `Mark ${i + 1}`, industry: 'Printing', image }
    const { logo_id } = await createLogo(db, logo)
    await db.insertInto('entry').values({ book_id, logo_id }).execute()
  }
  return { slug, book_id, title }
}
