import { atlasColumns, squareSide } from '../../../../shared/rules/sixteen.ts'
import { aheadPart, keptRows, mostNear, roomFor } from '../layout.ts'
import { createQueue } from './fetch-atlases.ts'
import type { Content, FromPainter, ToPainter, View } from './messages.ts'
import { delayOf, isOver, type Motion, progressOf, waySize } from './motion.ts'
import { Squares } from './squares.ts'
import { CanvasSurface, type Cut, PixelSurface, type Surface } from './surface.ts'

// Draws all squares in a worker: the page's own thread stays free for pointer and scrolling, however many squares move.

const scope = self as unknown as {
  onmessage: (event: MessageEvent<ToPainter>) => void
  postMessage: (message: FromPainter) => void
}

/** The loupe shows a square at 64 px, and its neighbours 76 px from it, in a circle of 176 px. */
const loupe = { size: 176, square: 64, pitch: 76 }

let plane: OffscreenCanvas | undefined
let pen: OffscreenCanvasRenderingContext2D | undefined
let loupeCanvas: OffscreenCanvas | undefined
let loupePen: OffscreenCanvasRenderingContext2D | undefined
let content: Content | undefined
let view: View | undefined
let scrollTop = 0
let looked = -1
let squares: Squares | undefined
let surface: Surface | undefined
/** By position: 1 for a hole, 2 for one's own. */
let kinds = new Uint8Array(0)
/** By position: its place in the order, -1 for one that is not shown. */
let places = new Int32Array(0)
let motion: Motion | undefined
let isQueued = false
/** What is drawn with the next frame. */
let [isPlaneOld, isLoupeOld] = [true, true]
/** Where the window that was drawn last began, in device pixels of the page; undefined where more than that has changed since. */
let drawnTop: number | undefined
/** Positions whose squares have arrived since then. */
let arrived: number[] = []
let isRested = false
/** Whether the page knows that the first squares are drawn. */
let isBegun = false
const setWanted = createQueue({
  onAtlas(name, picture, density) {
    // The page may have other atlases by now.
    const atlas = content!.atlases.indexOf(name)
    if (atlas >= 0 && density === view!.density) keepNear(atlas, picture)
    picture.close()
    isLoupeOld = true
    queuePlane()
  },
  onGone: () => scope.postMessage({ kind: 'gone' }),
  onAgain: queuePlane,
})

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'canvases':
      plane = data.plane
      pen = plane.getContext('2d', { alpha: false })!
      loupeCanvas = data.loupe
      loupePen = loupeCanvas.getContext('2d', { alpha: false })!
      break
    case 'content':
      setContent(data.content, data.isMoving)
      break
    case 'view':
      setView(data.view)
      break
    case 'scroll':
      scrollTop = data.top
      return queuePlane()
    case 'look':
      looked = data.place
      isLoupeOld = true
      return queueFrame()
  }
  drawnTop = undefined
  isLoupeOld = true
  queuePlane()
}

const countOf = ({ order, starts }: Content) => order?.length ?? starts.at(-1)!
const positionAt = ({ order }: Content, place: number) => (order ? order[place]! : place)

function setContent(next: Content, isMoving: boolean) {
  const before = content
  const isSame = before && before.atlases.join() === next.atlases.join()
  const former = places
  content = next
  kinds = new Uint8Array(next.starts.at(-1)!)
  for (const position of next.holes) kinds[position] = 1
  for (const position of next.own ?? []) kinds[position] = 2
  places = new Int32Array(next.starts.at(-1)!).fill(-1)
  for (let place = 0; place < countOf(next); place++) places[positionAt(next, place)] = place
  if (!isSame) dropSquares()
  const isMoved = isMoving && isSame && places.some((place, position) => place !== former[position])
  motion = isMoved && view ? moveFrom(former, view) : undefined
  // While squares move, those that are missing are on their way, too.
  if (squares) ask()
}

function setView(next: View) {
  const isOther = view?.density !== next.density || isUnscaled(view) !== isUnscaled(next)
  view = next
  motion = undefined
  if (plane) {
    plane.width = Math.round(next.width * next.scale)
    plane.height = Math.round(next.height * next.scale)
  }
  if (loupeCanvas) loupeCanvas.width = loupeCanvas.height = loupe.size * next.scale
  const count = content?.starts.at(-1)
  const hasRoom = squares && count !== undefined && squares.room >= mostNear(next.layout, count, next.height)
  if (hasRoom && !isOther) surface!.setView(next)
  else dropSquares()
}

const isUnscaled = ({ scale, density }: View) => scale === density

/** Begins with no squares: others are shown, or they are kept in another way. */
function dropSquares() {
  if (!content || !view || !pen) return
  const count = content.starts.at(-1)!
  const room = roomFor(count, view)
  squares = new Squares(count, room)
  surface = new (isUnscaled(view) ? PixelSurface : CanvasSurface)(pen, room, view.density)
  surface.setView(view)
  drawnTop = undefined
  arrived = []
}

/** The places in the window, or, with `ahead`, near it. */
function placesNear(ahead: number): [number, number] {
  const { height } = view!
  return placesBetween(scrollTop - height * ahead, scrollTop + height * (1 + ahead))
}

/** The places in rows between two heights of the page. */
function placesBetween(from: number, to: number): [number, number] {
  const { layout } = view!
  const count = countOf(content!)
  const first = Math.floor((from - layout.top) / layout.pitch)
  const last = Math.ceil((to - layout.top) / layout.pitch)
  const clamp = (row: number) => Math.min(count, Math.max(0, row * layout.columns))
  return [clamp(first), clamp(last)]
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
  if (!content || !view || !surface) return
  if (isLoupeOld && looked >= 0) drawLoupe()
  isLoupeOld = false
  if (!isPlaneOld) return
  isPlaneOld = false
  if (motion && isOver(motion, performance.now())) motion = undefined
  const isWhole = motion ? drawMotion(motion) : drawPlane()
  surface.show()
  arrived = []
  if (motion) queuePlane()
  else ask()
  if (!isBegun && hasFirst()) {
    isBegun = true
    scope.postMessage({ kind: 'begun' })
  }
  if (isWhole === isRested) return
  isRested = isWhole
  scope.postMessage({ kind: 'rested', isRested })
}

/** Draws what is in the window; false while something of it is missing. What was in the window before is moved there. */
function drawPlane(): boolean {
  const { layout, height, scale } = view!
  const top = Math.round(scrollTop * scale)
  const shown = Math.round(height * scale)
  const by = drawnTop === undefined ? shown : Math.max(-shown, Math.min(shown, top - drawnTop))
  drawnTop = top
  const draw = (place: number) => {
    const x = Math.round((layout.left + (place % layout.columns) * layout.pitch) * scale)
    const y = Math.round((layout.top + Math.floor(place / layout.columns) * layout.pitch) * scale) - top
    drawSquare(positionAt(content!, place), x, y)
  }
  if (Math.abs(by) < shown) surface!.scroll(by)
  else surface!.clear()
  // One pixel more: places are rounded.
  const [from, to] = by < 0 ? [-1, 1 - by] : [shown - by - 1, shown + 1]
  const [first, last] = placesBetween((top + from) / scale, (top + to) / scale)
  for (let place = first; place < last; place++) draw(place)
  const [firstShown, lastShown] = placesNear(0)
  for (const position of arrived) {
    const place = places[position]!
    if (place >= firstShown && place < lastShown) draw(place)
  }
  for (let place = firstShown; place < lastShown; place++)
    if (isMissing(positionAt(content!, place))) return false
  return true
}

/** Whether no square of the first atlas is missing in the window. */
function hasFirst(): boolean {
  const end = content!.starts[1]!
  const [first, last] = placesNear(0)
  for (let place = first; place < last; place++) {
    const position = positionAt(content!, place)
    if (position < end && isMissing(position)) return false
  }
  return true
}

const isHole = (position: number) => kinds[position] === 1
/** Where a square that may be shown is kept, or -1. */
const slotOf = (position: number) => (isHole(position) ? -1 : squares!.slotOf(position))
const isMissing = (position: number) => !isHole(position) && slotOf(position) < 0

function drawSquare(position: number, x: number, y: number) {
  const isPale = content!.own !== null && kinds[position] !== 2
  surface!.draw(slotOf(position), x, y, isPale)
}

function drawMotion({ startedAt, positions, ways }: Motion): boolean {
  drawnTop = undefined
  surface!.clear()
  const elapsed = performance.now() - startedAt
  const top = scrollTop * view!.scale
  const draw = (isAbove: boolean) => {
    for (let i = 0, at = 0; i < positions.length; i++, at += waySize) {
      if (isAbove !== (kinds[positions[i]!] === 2)) continue
      const part = progressOf(elapsed, ways[at + 4]!)
      const x = ways[at]! + (ways[at + 2]! - ways[at]!) * part
      const y = ways[at + 1]! + (ways[at + 3]! - ways[at + 1]!) * part
      drawSquare(positions[i]!, Math.round(x), Math.round(y - top))
    }
  }
  // Squares that stand out cross the pale ones above them.
  draw(false)
  draw(true)
  return false
}

/** The ways of the squares that are in the window before or after the order changes; one that is new stands in its place. */
function moveFrom(from: Int32Array, { layout, scale, width, height }: View): Motion {
  const to = places
  const [first, last] = placesNear(0)
  const isNow = (place: number) => place >= first && place < last
  const positions: number[] = []
  for (let position = 0; position < to.length; position++)
    if (to[position]! >= 0 && (isNow(to[position]!) || isNow(from[position]!))) positions.push(position)
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
  draw.fillStyle = line
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
      const slot = slotOf(position)
      if (slot < 0) draw.fillRect(x, y, square * scale, square * scale)
      else surface!.enlarge(draw, slot, x, y, square * scale)
    }
}

/** Asks for the atlases of squares near the window that are not there, those in the window first. */
function ask() {
  const { starts, atlases } = content!
  const wanted = new Set<number>()
  let atlas = 0
  for (const [first, last] of [placesNear(0), placesNear(aheadPart)])
    for (let place = first; place < last; place++) {
      const position = positionAt(content!, place)
      if (!isMissing(position)) continue
      // Most squares are of the same atlas as the one before.
      if (position < starts[atlas]! || position >= starts[atlas + 1]!) atlas = atlasOf(position)
      wanted.add(atlas)
    }
  setWanted(
    Array.from(wanted, atlas => atlases[atlas]!),
    view!.density,
  )
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

/** Keeps the squares of an atlas that are near the window, in place of others. */
function keepNear(atlas: number, bitmap: ImageBitmap) {
  const { starts } = content!
  const { layout, height } = view!
  const [first, last] = placesNear(aheadPart + (keptRows(layout) * layout.pitch) / height)
  const isNear = (position: number) => places[position]! >= first && places[position]! < last
  const side = squareSide * view!.density
  const cuts: Cut[] = []
  const start = starts[atlas]!
  for (let position = start; position < starts[atlas + 1]!; position++) {
    if (!isNear(position) || squares!.slotOf(position) >= 0) continue
    const slot = squares!.take(position, isNear)
    const at = position - start
    if (slot < 0) continue
    cuts.push({ slot, x: (at % atlasColumns) * side, y: Math.floor(at / atlasColumns) * side })
    arrived.push(position)
  }
  if (cuts.length) surface!.keep(bitmap, cuts)
}
