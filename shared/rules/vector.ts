/*
 * The rules of a logo's vector original, shared by the form that chooses it and the server that receives it. Everything here
 * is pure and total: any bytes give an answer, in linear time.
 */

/** The most bytes of a file. */
export const maxVectorBytes = 20_000_000

export const vectorMessages = {
  bytes: 'Over 20 MB, it can’t be kept here.',
  kind: 'Please choose an SVG, PDF, EPS or AI file.',
} as const

/** What a file is, with the extensions that such a file has: Illustrator's files are PDF, earlier ones PostScript. */
const extensions = { svg: ['svg'], pdf: ['pdf', 'ai'], postscript: ['eps', 'ai'] } as const
type VectorKind = keyof typeof extensions

/** Headers, comments and a document type with its entities come before the first element of an SVG. */
const headBytes = 64_000
/** PDF readers look for the mark in this many bytes. */
const pdfHeadBytes = 1024

const latin1 = new TextDecoder('latin1')

/** The kind of file by its bytes; the name plays no part. */
export function vectorKindOf(bytes: Uint8Array): VectorKind | undefined {
  const head = bytes.subarray(0, headBytes)
  const text = latin1.decode(head)
  if (text.slice(0, pdfHeadBytes).includes('%PDF-')) return 'pdf'
  // EPS with a preview for Windows begins with a binary header, which says where PostScript begins.
  if (text.startsWith('\u00c5\u00d0\u00d3\u00c6')) return 'postscript'
  if (/^%!PS-Adobe-[^\r\n]* EPSF-/.test(text)) return 'postscript'
  if (text.startsWith('%!PS-Adobe-') && /^%%Creator: ?\(?Adobe Illustrator/m.test(text)) return 'postscript'
  return isSvg(textOf(head)) ? 'svg' : undefined
}

/** By the byte order mark; UTF-8 without one. */
function textOf(head: Uint8Array): string {
  const mark = (head[0] ?? 0) * 256 + (head[1] ?? 0)
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(head)
}

/** Whether the first element is `svg`, after declarations, comments and a document type. */
function isSvg(text: string): boolean {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const end = text.startsWith('<?', at)
      ? indexAfter(text, '?>', at)
      : text.startsWith('<!--', at)
        ? indexAfter(text, '-->', at)
        : /^<!doctype\b/i.test(text.slice(at, at + 10))
          ? endOfDoctype(text, at)
          : undefined
    if (end === undefined) break
    if (end < 0) return false
    at = end
  }
  return /^<(?:[\w.-]{1,100}:)?svg[\s/>]/.test(text.slice(at, at + 200))
}

function indexAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

/** Entities stand in brackets, and may hold a `>`. */
function endOfDoctype(text: string, from: number): number {
  const close = text.indexOf('>', from)
  const open = text.indexOf('[', from)
  if (open < 0 || close < open) return close < 0 ? -1 : close + 1
  const bracket = text.indexOf(']', open)
  return bracket < 0 ? -1 : indexAfter(text, '>', bracket)
}

/** A name under which every system saves a file, with an extension that suits what it is. */
export function nameVector(filename: string, kind: VectorKind): string {
  // Invisible characters could make one extension look like another.
  const clean = filename.replace(/[\p{C}<>:"/\\|?*]/gu, '').trim()
  const dot = clean.lastIndexOf('.')
  const extension = clean.slice(dot + 1).toLowerCase()
  const fitting = extensions[kind].find(each => each === extension)
  if (dot > 0 && fitting) return clean
  const base = dot > 0 ? clean.slice(0, dot) : clean.replaceAll('.', '')
  return `${[...base].slice(0, 190).join('') || 'logo'}.${fitting ?? extensions[kind][0]}`
}
