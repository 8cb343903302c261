import type { FoundKind } from '../../../../shared/api/desk/today.ts'
import { siteLabels } from '../../../../shared/site-labels.ts'
import type { Db } from '../../../db/connect.ts'
import { pageOfRows } from '../../../lib/page-of-rows.ts'
import { canOf, type Viewer } from '../../../viewer.ts'
import { listHistory } from '../../history/queries.ts'
import { findReports } from '../reports/queries.ts'
import { listWords, searchedText } from '../site/describe-words.ts'
import { type Found, searchDesk } from './queries.ts'

/** How many of each kind are shown. */
const foundOfEach = 8

type Address = (q: string, found: Found) => string
const listOf =
  (room: string): Address =>
  q =>
    `/admin/${room}?q=${encodeURIComponent(q)}`
const pageOf =
  (path: string): Address =>
  (_, { id }) =>
    `${path}/${encodeURIComponent(id)}`

/** Where each kind is shown, in the order of the kinds. */
const addresses: Record<FoundKind, Address> = {
  member: pageOf('/admin/members'),
  report: (_, { id, detail }) =>
    `/admin/reports?q=${id}${detail.startsWith('decided') ? '&state=decided' : ''}`,
  logo: pageOf('/logo'),
  comment: listOf('comments'),
  book: pageOf('/admin/books'),
  post: pageOf('/admin/posts'),
  text: pageOf('/admin/site'),
  'gift card': listOf('gift-cards'),
  affiliate: listOf('affiliates'),
  mail: listOf('mail'),
  payment: listOf('money'),
  case: listOf('money/attention'),
  act: listOf('history'),
}
const kinds = Object.keys(addresses)

/** The first matches in each room that the caller may enter. */
export async function searchEverything(db: Db, q: string, viewer: Pick<Viewer, 'id' | 'role'>) {
  const can = canOf(viewer)
  const found = [
    ...(await searchDesk(db, q, can, foundOfEach)),
    ...(can.includes('reports') ? await searchReports(db, q) : []),
    ...(can.includes('site') ? await searchWords(db, q) : []),
    ...(await searchHistory(db, q, viewer)),
  ]
  return found
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    .map(row => ({ ...row, href: addresses[row.kind](q, row) }))
}

async function searchReports(db: Db, q: string): Promise<Found[]> {
  const reports = await findReports(db, q, foundOfEach)
  return reports.map(({ report_id, name, state, kind, reason, text }) => ({
    kind: 'report',
    id: String(report_id),
    title: name ?? `Report ${report_id}`,
    detail: [state, kind, reason, text.slice(0, 80)].filter(Boolean).join(', '),
  }))
}

/** The texts of the site by their name and what they say. */
async function searchWords(db: Db, q: string): Promise<Found[]> {
  const page = { q, page: 1, page_size: foundOfEach }
  return pageOfRows(await listWords(db), page, searchedText).data.map(({ name, version }) => ({
    kind: 'text',
    id: name,
    title: siteLabels[name],
    detail: version ? `version ${version}` : 'default',
  }))
}

/** Acts: the caller's own, for administrators all. */
async function searchHistory(db: Db, q: string, { id, role }: Pick<Viewer, 'id' | 'role'>): Promise<Found[]> {
  const by = role === 'admin' ? undefined : id
  const acts = await listHistory(db, { q, by }, { page: 1, page_size: foundOfEach })
  return acts.map(({ history_id, what, who, name, at, why }) => ({
    kind: 'act',
    id: String(history_id),
    title: what,
    detail: [name, who && `by ${who}`, at.toISOString().slice(0, 10), why].filter(Boolean).join(', '),
  }))
}
