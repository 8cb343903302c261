import { createHash } from 'node:crypto'
import { ownName, type SiteWords } from '../../../shared/site-words.ts'
import { wordmarkViewBox } from '../../../shared/wordmark.ts'
import { isInk, ratioOf } from '../../lib/clean-svg.ts'

/** A style of the page's own, and what the content security policy must say to allow it. */
type WordmarkStyle = { css: string; allowed: string }

/** The place of the name in a page: it has no attribute of its own, since the first script has no room for one. */
const mark = `span:has(>svg[viewBox="${wordmarkViewBox}"])`

/** Where the drawing is served; a new version has a new address. */
const wordmarkPath = (version: number) => `/wordmark.svg?v=${version}`

const isOwn = ({ site_name, wordmark }: SiteWords) => site_name === ownName && !wordmark

/**
 * What replaces the program's own wordmark (web/ui/display/Wordmark.tsx) on a site of another name or with a drawing of its
 * own: in the page, so that nothing is fetched or moves. A drawing without colours takes the colour of the text.
 */
export function wordmarkStyle(words: SiteWords, version: number): WordmarkStyle | undefined {
  if (isOwn(words)) return
  const { wordmark } = words
  const image = `url(${wordmarkPath(version)}) 0 0/100% 100% no-repeat`
  const drawing = isInk(wordmark) ? `mask:${image}` : `background:${image};mask:none`
  const css = wordmark
    ? `${mark}{aspect-ratio:${ratioOf(wordmark)};max-width:240px}` + `${mark}::before{${drawing}}`
    : `${mark}{aspect-ratio:auto;max-width:240px;font:600 22px/30px var(--sans);letter-spacing:var(--tight)}` +
      `${mark}::before{position:static;display:block;overflow:hidden;background:none;mask:none;` +
      'content:attr(aria-label);text-overflow:ellipsis;white-space:nowrap}'
  const style = `${css}${mark} svg{display:none}`
  return { css: style, allowed: `'sha256-${createHash('sha256').update(style).digest('base64')}'` }
}
