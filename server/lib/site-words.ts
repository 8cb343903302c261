import { defaultWords } from '../../shared/site-defaults.ts'
import { fillIn, type PageWords, pageWordsOf, type SiteWords } from '../../shared/site-words.ts'

/** What a site says that has saved nothing: the program's texts, and what the environment sets. */
export type WordDefaults = Pick<SiteWords, 'support_email' | 'seller'>

/** The numbers of the versions that count, by name; 0 where nothing was saved. */
type Versions = { wordmark: number; ribbon: number }

let defaults: SiteWords = defaultWords
let words = fillIn(defaults)
let versions: Versions = { wordmark: 0, ribbon: 0 }

/**
 * The site's words as they count now, in this process. A process serves one site; features/site/keep-words.ts reads them
 * again when any process has saved one.
 */
export const siteWords = (): SiteWords => words

/** What a word is that was never saved, with its names in braces. */
export const defaultsOfSite = (): SiteWords => defaults

/** The versions of the words whose readers must tell one from another. */
export const siteVersions = (): Versions => versions

/** What every page brings along. */
export const pageWords = (at: Date): PageWords => pageWordsOf(words, versions.ribbon, at)

/** Sets what the environment says where nothing was saved. */
export function setWordDefaults(values: WordDefaults) {
  defaults = { ...defaultWords, ...values }
  words = fillIn(defaults)
}

/** Replaces the words by what is saved, over the defaults. */
export function setSavedWords(saved: Partial<SiteWords>, savedVersions: Versions) {
  words = fillIn({ ...defaults, ...saved })
  versions = savedVersions
}
