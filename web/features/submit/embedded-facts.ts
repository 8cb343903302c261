import { checkKeywords, parseKeywords } from '../../../shared/rules/keywords.ts'
import { maxKeywords, maxLength } from '../../../shared/rules/limits.ts'

/** What a file says of itself in IPTC or XMP; empty where it does not. */
export type EmbeddedFacts = { title: string; creator: string; keywords: string }

export const noEmbedded: EmbeddedFacts = { title: '', creator: '', keywords: '' }

/** Reads a file's IPTC and XMP. The reader is loaded only for a file that has them. Never rejects. */
export async function readEmbedded(bytes: ArrayBuffer): Promise<EmbeddedFacts> {
  const text = new TextDecoder('latin1').decode(bytes)
  if (!text.includes('rdf:RDF') && !text.includes('8BIM')) return noEmbedded
  try {
    const { load } = await import('exifreader')
    const { iptc, xmp } = await load(bytes, { expanded: true, async: true })
    const keywords = [...valuesOf(iptc?.Keywords), ...valuesOf(xmp?.subject)]
      // A comma separates keywords in the form.
      .flatMap(parseKeywords)
      .filter(word => !checkKeywords(word))
    return {
      title: oneLine(valuesOf(iptc?.['Object Name'])[0] ?? valuesOf(xmp?.title)[0]),
      creator: oneLine(valuesOf(iptc?.['By-line'])[0] ?? valuesOf(xmp?.creator)[0]),
      keywords: parseKeywords(keywords.join(',')).slice(0, maxKeywords).join(','),
    }
  } catch {
    return noEmbedded
  }
}

type Tag = { value?: unknown; description?: unknown }

/** A tag's texts: the reader gives one tag, or an array for what is there several times or is a list. */
function valuesOf(tag: unknown): string[] {
  if (Array.isArray(tag)) return tag.flatMap(valuesOf)
  const { value, description } = (tag ?? {}) as Tag
  const isList = Array.isArray(value) && value.some(item => typeof item === 'object')
  if (isList) return valuesOf(value)
  return typeof description === 'string' && description.trim() ? [description.trim()] : []
}

const oneLine = (text = '') => text.replace(/\s+/g, ' ').trim().slice(0, maxLength.text)
