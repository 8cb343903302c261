import { expect, test } from 'vitest'
import { nameVector, vectorKindOf } from './vector.ts'

const kindOf = (text: string) => vectorKindOf(new TextEncoder().encode(text))

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['\ufeff<?xml version="1.0"?>\r\n<!-- <html> -->\n<svg>', 'svg'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<svg width="9">', 'svg'],
  ['<!DOCTYPE svg [ <!ENTITY a "<b>"> <!ENTITY c "d"> ]>\n<svg:svg>', 'svg'],
  ['%PDF-1.7\n', 'pdf'],
  ['\n\n%PDF-1.4\n%%Creator: Adobe Illustrator', 'pdf'],
  ['%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9', 'postscript'],
  ['%!PS-Adobe-3.0\r%%Creator: Adobe Illustrator(R) 8', 'postscript'],
])('%j is known by its bytes', (text, kind) => {
  expect(kindOf(text)).toBe(kind)
})

test('SVG in UTF-16 and EPS with a preview are known, too', () => {
  const text = Buffer.from('\ufeff<svg/>', 'utf16le')
  expect(vectorKindOf(text)).toBe('svg')
  expect(vectorKindOf(text.swap16())).toBe('svg')
  expect(vectorKindOf(Uint8Array.of(0xc5, 0xd0, 0xd3, 0xc6, 30, 0, 0, 0))).toBe('postscript')
})

test.each([
  '',
  '<html><svg></svg></html>',
  '<!-- <svg>',
  '<!DOCTYPE svg [ <svg>',
  '<svgx>',
  '<script>alert(1)</script>',
  '%!PS-Adobe-3.0\n%%Creator: A printer',
  `${' '.repeat(2000)}%PDF-1.7`,
  '\x89PNG\r\n',
  'PK\x03\x04',
])('%j is none of them', text => {
  expect(kindOf(text)).toBeUndefined()
})

test('no text of 64 kB keeps the check busy', () => {
  const started = performance.now()
  for (const part of ['<!--', '<?', '<!DOCTYPE [', '<!DOCTYPE >', '%!PS-Adobe-', '%%Creator: ', '\n'])
    kindOf(part.repeat(20_000))
  expect(performance.now() - started).toBeLessThan(15_000)
})

test.each([
  ['Rosa.svg', 'svg', 'Rosa.svg'],
  ['Rosa.PDF', 'pdf', 'Rosa.PDF'],
  ['Rosa.ai', 'pdf', 'Rosa.ai'],
  ['Rosa.ai', 'postscript', 'Rosa.ai'],
  ['Rosa.final.html', 'svg', 'Rosa.final.svg'],
  ['Rosa', 'postscript', 'Rosa.eps'],
  ['Rosa\u202egvs.exe', 'pdf', 'Rosagvs.pdf'],
  ['a/b\\c:"d".svg', 'svg', 'abcd.svg'],
  ['.svg', 'svg', 'svg.svg'],
  ['', 'pdf', 'logo.pdf'],
] as const)('%j as %s is saved as %j', (filename, kind, name) => {
  expect(nameVector(filename, kind)).toBe(name)
})
