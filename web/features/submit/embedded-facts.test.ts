import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noEmbedded, readEmbedded } from './embedded-facts.ts'

const xmp = (content: string) => `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${content}</rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const said = xmp(`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Kite &amp; Co</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Rosa Lund</rdf:li><rdf:li>Bo Ek</rdf:li></rdf:Seq></dc:creator>
<dc:subject><rdf:Bag><rdf:li>kite</rdf:li><rdf:li>red, sky</rdf:li><rdf:li>Kite</rdf:li></rdf:Bag></dc:subject>`)

const drawn = () => sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })

/** A JPEG's application segment with IPTC records as Photoshop writes them. */
function withIptc(jpeg: Buffer, records: [number, string][]) {
  const data = Buffer.concat(
    records.map(([record, text]) => {
      const head = Buffer.from([0x1c, 2, record, 0, Buffer.byteLength(text)])
      return Buffer.concat([head, Buffer.from(text)])
    }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const padded = data.length % 2 ? Buffer.concat([data, Buffer.alloc(1)]) : data
  const block = Buffer.concat([
    Buffer.from('Photoshop 3.0\0', 'latin1'),
    Buffer.from('8BIM', 'latin1'),
    Buffer.from([4, 4, 0, 0]),
    size,
    padded,
  ])
  const head = Buffer.from([0xff, 0xed, 0, 0])
  head.writeUInt16BE(block.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)])
}

const arrayBufferOf = (bytes: Buffer) => new Uint8Array(bytes).buffer as ArrayBuffer

test.each(['jpeg', 'webp', 'avif'] as const)(
  'title, first creator and keywords are read from the XMP of %s',
  async format => {
    const file = await drawn().withXmp(said)[format]().toBuffer()
    expect(await readEmbedded(arrayBufferOf(file))).toEqual({
      title: 'Kite & Co',
      creator: 'Rosa Lund',
      keywords: 'kite,red,sky',
    })
  },
)

test('IPTC is read, and wins over XMP', async () => {
  const jpeg = await drawn().withXmp(said).jpeg().toBuffer()
  const file = withIptc(jpeg, [
    [5, 'Heron'],
    [80, 'Ada Lindqvist'],
    [25, 'bird'],
    [25, 'blue'],
  ])
  expect(await readEmbedded(arrayBufferOf(file))).toEqual({
    title: 'Heron',
    creator: 'Ada Lindqvist',
    keywords: 'bird,blue,kite,red,sky',
  })
})

test('a file without either, and a broken one, say nothing', async () => {
  expect(await readEmbedded(arrayBufferOf(await drawn().png().toBuffer()))).toEqual(noEmbedded)
  expect(await readEmbedded(arrayBufferOf(Buffer.from('8BIM rdf:RDF')))).toEqual(noEmbedded)
})

test('words that are no keywords are left out, and no more than the form takes are kept', async () => {
  const words = [...Array.from({ length: 40 }, (_, n) => `word ${n}`), 'x'.repeat(60)]
  const bag = words
    .map(word => `<rdf:li>${word}</rdf:li>`)
    .reverse()
    .join('')
  const file = await drawn()
    .withXmp(xmp(`<dc:subject><rdf:Bag>${bag}</rdf:Bag></dc:subject>`))
    .jpeg()
    .toBuffer()
  const { keywords } = await readEmbedded(arrayBufferOf(file))
  expect(keywords.split(',')).toHaveLength(30)
  expect(keywords).not.toContain('xxx')
})
