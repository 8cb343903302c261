import type { PageWords } from '../../shared/site-words.ts'

let words: PageWords

/** The site's names and lines, as the server wrote them into the page. */
export const site = (): PageWords => {
  words ??= JSON.parse(document.getElementById('site')!.textContent!)
  return words
}

/** Sets the words where there is no page: on the server, before each first screen. */
export function setSite(pageWords: PageWords) {
  words = pageWords
}
