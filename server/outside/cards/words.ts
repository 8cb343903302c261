import { sayWhoMade } from '../../../shared/rules/plate.ts'
import type { Card } from './card.ts'
import { breakLines, cutLines, drawable, type Face, hasAll } from './type.ts'

/** What a card says, without what no font can draw: a missing name takes its part of the sentence with it. */
export function wordsOf({ title, makers, lines, foot, name }: Card) {
  const made = makers && {
    designer: drawable(makers.designer),
    company: drawable(makers.company),
    place: drawable(makers.place),
    illustrator: drawable(makers.illustrator),
    art_director: drawable(makers.art_director),
    creative_director: drawable(makers.creative_director),
    client: drawable(makers.client),
    industry: drawable(makers.industry),
  }
  const sentence = made && (made.designer || made.company) ? sayWhoMade(made).join(' ') : ''
  return {
    title: drawable(title),
    lines: [sentence, ...lines.map(drawable)].filter(Boolean),
    foot: drawable(foot),
    name: name === undefined ? undefined : drawable(name),
  }
}

/** Lines of one size, whose first baseline is `top` px below the place of the words. */
export type SetLines = {
  face: Face
  size: number
  pitch: number
  top: number
  lines: string[]
  isTitle: boolean
}

/** Steps down for long words. */
const scales = [1, 0.86, 0.74, 0.62, 0.52] as const
const [titleSize, lineSize] = [44, 25] as const

/**
 * Sets title and sentences in the largest size in which they fit. In the smallest size, text that does not fit ends in an
 * ellipsis.
 */
export function setWords(
  { title, lines }: Pick<ReturnType<typeof wordsOf>, 'title' | 'lines'>,
  width: number,
  room: number,
): SetLines[] {
  const face: Face = hasAll('serif', [title, ...lines].join('')) ? 'serif' : 'sans'
  for (const scale of scales) {
    const [head, body] = [titleSize * scale, lineSize * scale]
    const gap = title && lines.length ? 14 * scale : 0
    const titleLines = breakLines(face, head, title, width)
    const bodyLines = lines.flatMap(line => breakLines(face, body, line, width))
    const heightOf = (titles: number, bodies: number) => titles * head * 1.1 + gap + bodies * body * 1.4
    const isLast = scale === scales.at(-1)
    if (heightOf(titleLines.length, bodyLines.length) > room && !isLast) continue
    const titles = cutLines(face, head, titleLines, 4, width)
    const mostBodies = Math.floor((room - heightOf(titles.length, 0)) / (body * 1.4))
    const bodies = cutLines(face, body, bodyLines, mostBodies, width)
    const below = titles.length * head * 1.1 + gap
    return [
      { face, size: head, pitch: head * 1.1, top: head * 0.89, lines: titles, isTitle: true },
      { face, size: body, pitch: body * 1.4, top: below + body * 0.97, lines: bodies, isTitle: false },
    ]
  }
  return []
}
