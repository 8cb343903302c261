import { inflateSync } from 'node:zlib'

type PdfObject = { head: string; stream?: Buffer }

/** What a PDF of pdfkit shows: the text of each page in the order it was drawn, its pictures, and its fonts with their files. */
export function readPdf(pdf: Buffer) {
  const objects = readObjects(pdf)
  const get = (id: string | undefined) => objects.get(Number(id))
  const fonts = [...objects.values()]
    .filter(({ head }) => /\/Type \/FontDescriptor/.test(head))
    .map(({ head }) => ({
      name: /\/FontName \/(?:[A-Z]{6}\+)?(\S+)/.exec(head)![1]!,
      isEmbedded: Boolean(get(/\/FontFile2 (\d+) 0 R/.exec(head)?.[1])?.stream?.length),
    }))
  const pages = [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const resources = get(/\/Resources (\d+) 0 R/.exec(head)?.[1])?.head ?? ''
      const maps = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
          name!,
          readCharacters(get(/\/ToUnicode (\d+) 0 R/.exec(get(id)!.head)?.[1])!.stream!),
        ]),
      )
      const content = get(/\/Contents (\d+) 0 R/.exec(head)?.[1])!.stream!.toString('latin1')
      return {
        size: /\/MediaBox \[([^\]]+)\]/.exec(head)![1]!.split(' ').slice(2).map(Number),
        lines: readLines(content, maps),
        pictures: [...content.matchAll(/\/I\d+ Do/g)].length,
      }
    })
  return { pages, fonts }
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: id, index, 0: start } of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const from = index + start.length
    const end = text.indexOf('endobj', from)
    const at = text.indexOf('\nstream\n', from)
    if (at < 0 || at > end) objects.set(Number(id), { head: text.slice(from, end) })
    else {
      const head = text.slice(from, at)
      const bytes = pdf.subarray(at + 8, at + 8 + Number(/\/Length (\d+)/.exec(head)![1]))
      const stream = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
      objects.set(Number(id), { head, stream })
    }
  }
  return objects
}

const fromUtf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Which text stands for each glyph. */
function readCharacters(map: Buffer): Map<number, string> {
  const characters = new Map<number, string>()
  for (const [, start, list] of map.toString('latin1').matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(start!, 16)
    for (const [, hex] of list!.matchAll(/<([\w ]*)>/g))
      characters.set(glyph++, fromUtf16(hex!.replaceAll(' ', '')))
  }
  return characters
}

/** A line for each text object, joined where it continues the one before. */
function readLines(content: string, maps: Map<string, Map<number, string>>): string[] {
  const lines: { x: number; y: number; size: number; text: string }[] = []
  for (const [, body = ''] of content.matchAll(/\bBT\n([\s\S]*?)\nET\b/g)) {
    const [, font = '', size] = /\/(F\d+) (\S+) Tf/.exec(body)!
    const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(body)!.map(Number) as [number, number, number]
    const glyphs = [...body.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
    const text = glyphs.map(hex => maps.get(font)!.get(Number.parseInt(hex, 16)) ?? '').join('')
    const last = lines.at(-1)
    // No character is wider than high.
    const isNext = last?.y === y && last.size === Number(size) && x - last.x <= last.text.length * last.size
    if (isNext) last.text += text
    else lines.push({ x, y, size: Number(size), text })
  }
  return lines.map(({ text }) => text)
}
