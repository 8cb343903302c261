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

/** The text of each page that Chromium printed, in the order it was drawn, without spaces: a line does not end with one. */
export function readPrinted(pdf: Buffer): string[] {
  const objects = readObjects(pdf)
  const get = (id: string | undefined) => objects.get(Number(id))
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const fonts = new Map(
        [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
          const font = get(id)!.head
          const map = get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1])?.stream
          // A variable font is written as Type 3, whose glyphs have one byte.
          const glyph = font.includes('/Type3') ? /../g : /..../g
          return [name!, { glyph, characters: map && readCharacters(map) }]
        }),
      )
      const content = get(/\/Contents (\d+) 0 R/.exec(head)?.[1])!.stream!.toString('latin1')
      let font = fonts.get('')
      let text = ''
      for (const [, name, hex] of content.matchAll(/\/(F\d+) \S+ Tf|\/ActualText <\w*>|<(\w+)>/g)) {
        if (name) font = fonts.get(name)
        for (const glyph of (hex && font && hex.match(font.glyph)) || [])
          text += font?.characters?.get(Number.parseInt(glyph, 16)) ?? ''
      }
      return text.replaceAll(/\s/g, '')
    })
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: id, index, 0: start } of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const from = index + start.length
    const end = text.indexOf('endobj', from)
    const at = text.indexOf('stream\n', from)
    if (at < 0 || at > end) objects.set(Number(id), { head: text.slice(from, end) })
    else {
      const head = text.slice(from, at)
      const bytes = pdf.subarray(at + 7, at + 7 + Number(/\/Length (\d+)/.exec(head)![1]))
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
  for (const [, kind, body = ''] of map.toString('latin1').matchAll(/beginbf(char|range)([\s\S]*?)endbf/g)) {
    if (kind === 'char')
      for (const [, glyph, hex] of body.matchAll(/<(\w+)> <(\w+)>/g))
        characters.set(Number.parseInt(glyph!, 16), fromUtf16(hex!))
    else
      for (const [, start, end, first, list] of body.matchAll(/<(\w+)> <(\w+)> (?:<(\w+)>|\[([^\]]*)\])/g)) {
        let glyph = Number.parseInt(start!, 16)
        for (const [, hex] of (list ?? '').matchAll(/<([\w ]*)>/g))
          characters.set(glyph++, fromUtf16(hex!.replaceAll(' ', '')))
        if (!first) continue
        let code = Number.parseInt(first, 16)
        while (glyph <= Number.parseInt(end!, 16)) characters.set(glyph++, String.fromCodePoint(code++))
      }
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
