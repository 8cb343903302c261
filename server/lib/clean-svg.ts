// A drawing from outside is read by an allow-list: what is not known to be a plain shape does not get through.

const elements = new Set(
  'svg g path circle ellipse rect line polyline polygon title desc defs lineargradient radialgradient stop clippath'.split(
    ' ',
  ),
)
const attributes = new Set(
  (
    'xmlns viewbox width height preserveaspectratio d cx cy r rx ry x y x1 y1 x2 y2 fx fy points transform id opacity ' +
    'fill fill-rule fill-opacity clip-rule clip-path stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset stroke-opacity offset stop-color stop-opacity gradientunits gradienttransform clippathunits'
  ).split(' '),
)
/** Elements that the drawing of a name never needs. A file with one of them is refused, not repaired. */
const dangerous = new Set(
  'script foreignobject iframe embed object image use a animate set animatetransform'.split(' '),
)
const shapes = new Set('path circle ellipse rect line polyline polygon'.split(' '))

export const longestSvg = 60_000

const refused = {
  long: 'The drawing is too large: 60 kB at most.',
  form: 'We can’t read this as an SVG drawing.',
  active: 'The drawing holds more than shapes, such as scripts, links or pictures. Export it as plain SVG.',
  size: 'The drawing needs a viewBox, or a width and a height.',
  empty: 'There is no shape in the drawing.',
}

export type CleanSvg = { svg: string } | { fault: string }

const token =
  /<!--[\s\S]*?-->|<\?xml[^<>]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** The drawing with nothing but plain shapes and their paint, or the sentence why it is refused. */
export function cleanSvg(text: string): CleanSvg {
  if (text.length > longestSvg) return { fault: refused.long }
  const kept: string[] = []
  const open: { name: string; isKept: boolean }[] = []
  let at = 0
  let hasShape = false
  let box: string | undefined
  token.lastIndex = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    at = token.lastIndex
    const [whole, closing, name, attributeText = '', selfClosing] = match
    if (name === undefined) {
      // Text is kept in titles alone; everywhere else it is the space between the elements.
      const inside = open.at(-1)
      if (inside?.isKept && /^(title|desc)$/i.test(inside.name) && !whole.startsWith('<'))
        kept.push(escapeText(whole))
      else if (!open.length && whole.trim() && !whole.startsWith('<')) return { fault: refused.form }
      continue
    }
    const plain = name.toLowerCase()
    if (dangerous.has(plain)) return { fault: refused.active }
    if (closing) {
      const last = open.pop()
      if (last?.name !== name) return { fault: refused.form }
      if (last.isKept) kept.push(`</${name}>`)
      continue
    }
    if (!open.length && (plain !== 'svg' || kept.length)) return { fault: refused.form }
    const facts = readAttributes(attributeText)
    if (!facts) return { fault: refused.active }
    if (!open.length) {
      box = boxOf(facts)
      if (!box) return { fault: refused.size }
      facts.set('viewBox', box)
      facts.set('xmlns', 'http://www.w3.org/2000/svg')
      facts.delete('width')
      facts.delete('height')
    }
    const isKept = elements.has(plain) && (open.at(-1)?.isKept ?? true)
    hasShape ||= isKept && shapes.has(plain)
    if (isKept) kept.push(`<${name}${written(facts)}${selfClosing}>`)
    if (!selfClosing) open.push({ name, isKept })
  }
  if (at !== text.length || open.length || !kept.length) return { fault: refused.form }
  return hasShape ? { svg: kept.join('') } : { fault: refused.empty }
}

/** The attributes on the list; undefined where one would run or fetch something. */
function readAttributes(text: string): Map<string, string> | undefined {
  const facts = new Map<string, string>()
  for (const [, name = '', inDouble, inSingle] of text.matchAll(attribute)) {
    const value = inDouble ?? inSingle ?? ''
    if (/^on/i.test(name) || /^(xlink:)?href$/i.test(name)) return
    // An entity could spell what is refused below.
    if (!attributes.has(name.toLowerCase()) || value.includes('&')) continue
    const outside = value.replace(/url\(\s*#[\w-]+\s*\)/g, '')
    if (/url\s*\(|javascript:|data:|\\/i.test(outside)) return
    facts.set(name, value)
  }
  return facts
}

function boxOf(facts: Map<string, string>): string | undefined {
  const viewBox = facts
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const box = viewBox ?? [0, 0, lengthOf(facts.get('width')), lengthOf(facts.get('height'))]
  const [, , width = 0, height = 0] = box
  const isUsable = box.length === 4 && box.every(Number.isFinite) && width > 0 && height > 0
  // A drawing more than twenty times as wide as high, or the reverse, is a line and not a name.
  return isUsable && width / height <= 20 && height / width <= 2 ? box.join(' ') : undefined
}

const lengthOf = (text = '') => (/^\s*\d+(\.\d+)?(px)?\s*$/.test(text) ? Number.parseFloat(text) : Number.NaN)

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/>/g, '&gt;')
const written = (facts: Map<string, string>) =>
  [...facts].map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join('')

/** How wide a cleaned drawing is for its height. */
export function ratioOf(svg: string): number {
  const [, , width = 1, height = 1] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  return Math.round((width / height) * 1000) / 1000
}

/** Whether a cleaned drawing has no colour of its own: it then takes the colour of text, in light and in dark. */
export const isInk = (svg: string) =>
  [...svg.matchAll(/ (?:fill|stroke|stop-color)="([^"]*)"/g)].every(([, paint = '']) =>
    /^(none|currentcolor|black|#0{3}|#0{6}|inherit)$/i.test(paint.trim()),
  )
