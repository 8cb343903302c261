import { aheadPart, roomFor } from '../layout.ts'
import { Frame, pixelOf } from './frame.ts'
import type { Content, FromPainter, ToPainter, View } from './messages.ts'
import { delayOf, isOver, type Motion, progressOf, waySize } from './motion.ts'
import { Patch } from './patch.ts'

// Draws all squares in a worker: the page's own thread stays free for pointer and scrolling, however many squares move.

const scope = self as unknown as {
  onmessage: (event: MessageEvent<ToPainter>) => void
  postMessage: (message: FromPainter) => void
}

/** The loupe shows a square at 64 px, and its neighbours 76 px from it, in a circle of 176 px. */
const loupe = { size: 176, square: 64, pitch: 76 }
const pale = 0.12
const squareSide = 16

let plane: OffscreenCanvas | undefined
let pen: OffscreenCanvasRenderingContext2D | undefined
let loupeCanvas: OffscreenCanvas | undefined
let loupePen: OffscreenCanvasRenderingContext2D | undefined
let content: Content | undefined
let view: View | undefined
/** On a screen of one pixel for each of CSS, where squares are drawn without scaling. */
let frame: Frame | undefined
let pixels = { canvas: 0, line: 0 }
let scrollTop = 0
let looked = -1
let patch: Patch | undefined
/** By position: 1 for a hole, 2 for one's own. */
let kinds = new Uint8Array(0)
let motion: Motion | undefined
let isQueued = false
/** Whether the plane is drawn with the next frame, or the loupe alone. */
let isPlaneOld = true
let lastWanted = ''
const decoding = new Set<number>()

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'canvases':
      plane = data.plane
      pen = plane.getContext('2d', { alpha: false })!
      loupeCanvas = data.loupe
      loupePen = loupeCanvas.getContext('2d', { alpha: false })!
      break
    case 'content':
      setContent(data.content, data.moves)
      break
    case 'view':
      setView(data.view)
      break
    case 'scroll':
      scrollTop = data.top
      break
    case 'look':
      looked = data.place
      return queueFrame()
    case 'atlas':
      void receive(data.atlas, data.picture)
      return
  }
  queuePlane()
}

const countOf = ({ order, starts }: Content) => order?.length ?? starts.at(-1)!
const positionAt = ({ order }: Content, place: number) => (order ? order[place]! : place)

function setContent(next: Content, moves: boolean) {
  const before = content
  const isSame = before && before.starts.join() === next.starts.join()
  content = next
  kinds = new Uint8Array(next.starts.at(-1)!)
  for (const position of next.holes) kinds[position] = 1
  for (const position of next.own ?? []) kinds[position] = 2
  if (!isSame) makePatch()
  motion = moves && isSame && view ? moveFrom(before, next, view) : undefined
  lastWanted = ''
}

function setView(next: View) {
  const isLarger = !view || view.width * view.height < next.width * next.height
  const isOther = view?.density !== next.density
  view = next
  motion = undefined
  if (plane) {
    plane.width = Math.round(next.width * next.scale)
    plane.height = Math.round(next.height * next.scale)
  }
  frame = next.scale === 1 && next.density === 1 ? new Frame(next.width, next.height) : undefined
  pixels = { canvas: pixelOf(next.canvas), line: pixelOf(next.line) }
  if (loupeCanvas) loupeCanvas.width = loupeCanvas.height = loupe.size * next.scale
  if (isLarger || isOther) makePatch()
}

function makePatch() {
  if (!content || !view) return
  const count = content.starts.at(-1)!
  patch = new Patch(count, roomFor(count, view), view.density)
  lastWanted = ''
}

/** The places in the window, or, with `ahead`, near it. */
function placesNear(ahead: number): [number, number] {
  const { layout, height } = view!
  const count = countOf(content!)
  const first = Math.floor((scrollTop - height * ahead - layout.top) / layout.pitch)
  const last = Math.ceil((scrollTop + height * (1 + ahead) - layout.top) / layout.pitch)
  const clamp = (row: number) => Math.min(count, Math.max(0, row * layout.columns))
  return [clamp(first), clamp(last)]
}

let near = { content: undefined as Content | undefined, range: '', positions: new Set<number>() }

/** The positions near the window. */
function positionsNear(): ReadonlySet<number> {
  const [first, last] = placesNear(aheadPart)
  const range = `${first} ${last}`
  if (near.content === content && near.range === range) return near.positions
  const positions = new Set<number>()
  for (let place = first; place < last; place++) positions.add(positionAt(content!, place))
  near = { content, range, positions }
  return positions
}

function queuePlane() {
  isPlaneOld = true
  queueFrame()
}

function queueFrame() {
  if (isQueued) return
  isQueued = true
  requestAnimationFrame(() => {
    isQueued = false
    drawFrame()
  })
}

function drawFrame() {
  if (!pen || !plane || !content || !view || !patch) return
  if (looked >= 0) drawLoupe()
  if (!isPlaneOld) return
  isPlaneOld = false
  // Pale squares need the blending of drawing calls.
  const into = content.own ? undefined : frame
  if (into) into.clear(pixels.canvas)
  else {
    pen.fillStyle = view.canvas
    pen.fillRect(0, 0, plane.width, plane.height)
  }
  if (motion && isOver(motion, performance.now())) motion = undefined
  const isWhole = motion ? drawMotion(motion, into) : drawPlane(into)
  into?.show(pen)
  if (motion) return queuePlane()
  ask()
  if (isWhole) scope.postMessage({ kind: 'rested' })
}

/** Draws what is in the window; false while something of it is missing. */
function drawPlane(into: Frame | undefined): boolean {
  const { layout, scale } = view!
  const [first, last] = placesNear(0)
  let isWhole = true
  for (let place = first; place < last; place++) {
    const x = Math.round((layout.left + (place % layout.columns) * layout.pitch) * scale)
    const y = Math.round((layout.top + Math.floor(place / layout.columns) * layout.pitch - scrollTop) * scale)
    if (!drawSquare(positionAt(content!, place), x, y, into)) isWhole = false
  }
  pen!.globalAlpha = 1
  return isWhole
}

function drawSquare(position: number, x: number, y: number, into: Frame | undefined): boolean {
  const size = Math.round(squareSide * view!.scale)
  const kind = kinds[position]
  if (into) {
    if (kind !== 1 && patch!.copy(into, position, x, y)) return true
    into.fill(pixels.line, size, x, y)
    return kind === 1
  }
  pen!.globalAlpha = content!.own && kind !== 2 ? pale : 1
  if (kind !== 1 && patch!.draw(pen!, position, x, y, size)) return true
  pen!.fillStyle = view!.line
  pen!.fillRect(x, y, size, size)
  return kind === 1
}

function drawMotion({ startedAt, positions, ways }: Motion, into: Frame | undefined): boolean {
  const elapsed = performance.now() - startedAt
  const top = scrollTop * view!.scale
  for (let i = 0, at = 0; i < positions.length; i++, at += waySize) {
    const part = progressOf(elapsed, ways[at + 4]!)
    const x = ways[at]! + (ways[at + 2]! - ways[at]!) * part
    const y = ways[at + 1]! + (ways[at + 3]! - ways[at + 1]!) * part
    drawSquare(positions[i]!, Math.round(x), Math.round(y - top), into)
  }
  pen!.globalAlpha = 1
  return false
}

/** The ways of the squares that are in the window before or after the order changes; one that is new stands in its place. */
function moveFrom(before: Content, after: Content, { layout, scale, width, height }: View): Motion {
  const placesOf = (content: Content) => {
    const places = new Int32Array(content.starts.at(-1)!).fill(-1)
    for (let place = 0; place < countOf(content); place++) places[positionAt(content, place)] = place
    return places
  }
  const [from, to] = [placesOf(before), placesOf(after)]
  const [first, last] = placesNear(0)
  const shown = new Set<number>()
  for (let place = first; place < last; place++) shown.add(positionAt(after, place))
  for (let place = first; place < Math.min(last, countOf(before)); place++) {
    const position = positionAt(before, place)
    if (to[position]! >= 0) shown.add(position)
  }
  const positions = Int32Array.from(shown)
  const ways = new Float32Array(positions.length * waySize)
  // Ways that end or begin far outside the window are cut: the square would only cross it too fast to be seen.
  const limit = (y: number) => Math.min(scrollTop + 2 * height, Math.max(scrollTop - height, y))
  const xOf = (place: number) => (layout.left + (place % layout.columns) * layout.pitch) * scale
  const yOf = (place: number) => limit(layout.top + Math.floor(place / layout.columns) * layout.pitch) * scale
  const longest = Math.hypot(width, height) * scale
  for (const [i, position] of positions.entries()) {
    const target = to[position]!
    const source = from[position]! >= 0 ? from[position]! : target
    const way = [xOf(source), yOf(source), xOf(target), yOf(target)] as const
    ways.set([...way, delayOf(Math.hypot(way[2] - way[0], way[3] - way[1]), longest)], i * waySize)
  }
  return { startedAt: performance.now(), positions, ways }
}

function drawLoupe() {
  const { layout, scale, canvas, line } = view!
  const { size, square, pitch } = loupe
  const draw = loupePen!
  draw.fillStyle = canvas
  draw.fillRect(0, 0, size * scale, size * scale)
  draw.imageSmoothingQuality = 'high'
  const column = looked % layout.columns
  for (const row of [-1, 0, 1])
    for (const beside of [-1, 0, 1]) {
      const place = looked + row * layout.columns + beside
      const isOutside = column + beside < 0 || column + beside >= layout.columns
      if (isOutside || place < 0 || place >= countOf(content!)) continue
      const position = positionAt(content!, place)
      const x = (size / 2 - square / 2 + beside * pitch) * scale
      const y = (size / 2 - square / 2 + row * pitch) * scale
      if (kinds[position] !== 1 && patch!.draw(draw, position, x, y, square * scale)) continue
      draw.fillStyle = line
      draw.fillRect(x, y, square * scale, square * scale)
    }
}

/** Asks for the atlases of squares near the window that are not there, those in the window first. */
function ask() {
  const wanted = new Set<number>()
  for (const [first, last] of [placesNear(0), placesNear(aheadPart)])
    for (let place = first; place < last; place++) {
      const position = positionAt(content!, place)
      if (!patch!.has(position) && kinds[position] !== 1) wanted.add(atlasOf(position))
    }
  const atlases = [...wanted].filter(atlas => !decoding.has(atlas))
  const words = atlases.join()
  if (words === lastWanted) return
  lastWanted = words
  scope.postMessage({ kind: 'wanted', atlases })
}

/** The atlas of a position, by binary search. */
function atlasOf(position: number): number {
  const { starts } = content!
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= position) low = middle
    else high = middle
  }
  return low
}

async function receive(atlas: number, picture: ArrayBuffer | undefined) {
  const [ofContent, into] = [content, patch]
  decoding.add(atlas)
  const bitmap = picture && (await createImageBitmap(new Blob([picture])).catch(() => undefined))
  decoding.delete(atlas)
  if (!bitmap) return
  // The content may have changed in between.
  if (!content || !patch || content.starts !== ofContent?.starts || patch !== into) {
    bitmap.close()
    lastWanted = ''
    return queuePlane()
  }
  patch.addAll(bitmap, content.starts[atlas]!, content.starts[atlas + 1]!, positionsNear())
  bitmap.close()
  lastWanted = ''
  queuePlane()
}
