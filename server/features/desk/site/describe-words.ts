import type { SiteValue } from '../../../../shared/api/site.ts'
import { siteLabels } from '../../../../shared/site-labels.ts'
import { type SiteName, siteNames } from '../../../../shared/site-words.ts'
import type { Db } from '../../../db/connect.ts'
import { defaultsOfSite } from '../../../lib/site-words.ts'
import { listSaved, listVersions } from '../../site/queries.ts'

/** The current value of every word, with the names in braces, in the order of the desk's list. */
export async function listWords(db: Db) {
  const saved = await listSaved(db)
  return siteNames.map(name => {
    const row = saved.find(each => each.name === name)
    return {
      name,
      value: (row?.value ?? defaultsOfSite()[name]) as SiteValue,
      version: row?.version ?? 0,
      at: row?.at ?? null,
      who: row?.who ?? null,
    }
  })
}

type Word = Awaited<ReturnType<typeof listWords>>[number]
const savedAt = ({ at }: Word) => at?.getTime() ?? 0

/** The orders of the list besides its own; words that were never saved count as the oldest. */
export const orders = {
  listed: undefined,
  name: (a, b) => (siteLabels[a.name] < siteLabels[b.name] ? -1 : 1),
  newest: (a, b) => savedAt(b) - savedAt(a),
  oldest: (a, b) => savedAt(a) - savedAt(b),
} satisfies Record<string, ((a: Word, b: Word) => number) | undefined>

/** What a word is looked for by: its names and what it says. */
export const searchedText = ({ name, value }: Word) => `${siteLabels[name]} ${name} ${JSON.stringify(value)}`

/** One word with its versions, the newest first; the default is the last, as version 0. */
export async function findWord(db: Db, name: SiteName) {
  const saved = (await listVersions(db, name)).map(row => ({ ...row, value: row.value as SiteValue }))
  const versions = [...saved, { version: 0, at: null, who: null, value: defaultsOfSite()[name] as SiteValue }]
  return { name, ...versions[0]!, versions }
}
