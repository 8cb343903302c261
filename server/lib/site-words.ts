import { defaultWords } from '../../shared/site-defaults.ts'
import { fillIn, type PageWords, pageWordsOf, type SiteWords } from '../../shared/site-words.ts'

/** The words of a site that has saved none: the program's texts, and the settings of the environment. */
export type WordDefaults = Pick<SiteWords, 'support_email' | 'seller'>

/** The current version's number of each saved word, by name; 0 for a word that was never saved. */
type Versions = { wordmark: number; ribbon: number }

let defaults: SiteWords = defaultWords
let words = fillIn(defaults)
let versions: Versions = { wordmark: 0, ribbon: 0 }

/**
 * The site's current words in this process. A process serves one site; features/site/keep-words.ts reads them again when
 * any process has saved one.
 */
export const siteWords = (): SiteWords => words

/** The default of a word, with its names in braces. */
export const defaultsOfSite = (): SiteWords => defaults

/** The versions of the words whose address changes with them. */
export const siteVersions = (): Versions => versions

/** The words that every page brings along. */
export const pageWords = (at: Date): PageWords => pageWordsOf(words, versions.ribbon, at)

/** Sets the defaults that come from the environment. */
export function setWordDefaults(values: WordDefaults) {
  defaults = { ...defaultWords, ...values }
  words = fillIn(defaults)
}

/** Replaces the words by the saved ones, over the defaults. */
export function setSavedWords(saved: Partial<SiteWords>, savedVersions: Versions) {
  words = fillIn({ ...defaults, ...saved })
  versions = savedVersions
}
