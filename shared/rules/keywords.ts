import { maxKeywords, maxLength } from './limits.ts'

/**
 * Keywords as typed or sent (`',rose , compass'`) to a clean list: split at commas, whitespace around them
 * removed, empty ones and repeats (without case) dropped, order kept.
 */
export function parseKeywords(text: string): string[] {
  const seen = new Set<string>()
  const keywords: string[] = []
  for (const part of text.split(',')) {
    const keyword = part.trim()
    const key = keyword.toLowerCase()
    if (!keyword || seen.has(key)) continue
    seen.add(key)
    keywords.push(keyword)
  }
  return keywords
}

/** The first error in the keywords, as a sentence, or undefined. */
export function checkKeywords(text: string): string | undefined {
  const keywords = parseKeywords(text)
  if (keywords.length > maxKeywords) return `At most ${maxKeywords} keywords, please.`
  if (keywords.some(k => k.length > maxLength.keyword))
    return `A keyword may have at most ${maxLength.keyword} characters.`
}
