/** Paths as plain data in one coordinate system (y down), so that they can be measured before they are drawn. */
export type Segment =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z']
export type Path = readonly Segment[]
export type Point = readonly [number, number]
export type Box = { left: number; top: number; right: number; bottom: number }
/** a b c d e f as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const TAU = Math.PI * 2
export const polar = (cx: number, cy: number, radius: number, angle: number): Point => [
  cx + radius * Math.cos(angle),
  cy + radius * Math.sin(angle),
]
const degrees = (angle: number) => (angle * Math.PI) / 180

/** An SVG elliptical arc as cubic curves, at most 90° each (SVG 1.1, appendix F.6.5). */
const arcToCurves = (
  [x0, y0]: Point,
  rxIn: number,
  ryIn: number,
  rotation: number,
  large: boolean,
  sweep: boolean,
  [x1, y1]: Point,
): Segment[] => {
  let rx = Math.abs(rxIn)
  let ry = Math.abs(ryIn)
  if (rx === 0 || ry === 0 || (x0 === x1 && y0 === y1)) return [['L', x1, y1]]
  const phi = degrees(rotation)
  const cos = Math.cos(phi)
  const sin = Math.sin(phi)
  const dx = (x0 - x1) / 2
  const dy = (y0 - y1) / 2
  const px = cos * dx + sin * dy
  const py = -sin * dx + cos * dy
  const stretch = (px * px) / (rx * rx) + (py * py) / (ry * ry)
  if (stretch > 1) {
    rx *= Math.sqrt(stretch)
    ry *= Math.sqrt(stretch)
  }
  const below = rx * rx * py * py + ry * ry * px * px
  const root = Math.sqrt(Math.max(0, (rx * rx * ry * ry - below) / below)) * (large === sweep ? -1 : 1)
  const ux = (root * rx * py) / ry
  const uy = (-root * ry * px) / rx
  const cx = cos * ux - sin * uy + (x0 + x1) / 2
  const cy = sin * ux + cos * uy + (y0 + y1) / 2
  const start = Math.atan2((py - uy) / ry, (px - ux) / rx)
  let turn = Math.atan2((-py - uy) / ry, (-px - ux) / rx) - start
  if (sweep && turn < 0) turn += TAU
  if (!sweep && turn > 0) turn -= TAU
  const parts = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9))
  const step = turn / parts
  const k = (4 / 3) * Math.tan(step / 4)
  const at = (u: number, v: number): Point => [
    cx + rx * u * cos - ry * v * sin,
    cy + rx * u * sin + ry * v * cos,
  ]
  return Array.from({ length: parts }, (_, i) => {
    const a = start + i * step
    const b = a + step
    const [c1x, c1y] = at(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a))
    const [c2x, c2y] = at(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b))
    const [x, y] = i === parts - 1 ? [x1, y1] : at(Math.cos(b), Math.sin(b))
    return ['C', c1x, c1y, c2x, c2y, x, y]
  })
}

const ARGUMENTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 }

/** Reads SVG path data (M L H V C S Q A Z, absolute and relative). */
export const parsePath = (data: string): Path => {
  const tokens = data.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []
  const path: Segment[] = []
  let [x, y, startX, startY, handleX, handleY] = [0, 0, 0, 0, 0, 0]
  let command = ''
  for (let i = 0; i < tokens.length; ) {
    if (/[a-zA-Z]/.test(tokens[i]!)) command = tokens[i++]!
    const kind = command.toUpperCase()
    const size = ARGUMENTS[kind]
    if (size === undefined) throw new Error(`Unknown path command ${command}`)
    const v = tokens.slice(i, i + size).map(Number)
    i += size
    const relative = command !== kind
    const n = (index: number) => v[index]!
    const ax = (index: number) => n(index) + (relative ? x : 0)
    const ay = (index: number) => n(index) + (relative ? y : 0)
    let curve = false
    if (kind === 'Z') {
      path.push(['Z'])
      ;[x, y] = [startX, startY]
    } else if (kind === 'M') {
      ;[x, y] = [ax(0), ay(1)]
      ;[startX, startY] = [x, y]
      path.push(['M', x, y])
      command = relative ? 'l' : 'L'
    } else if (kind === 'A') {
      const end: Point = [ax(5), ay(6)]
      path.push(...arcToCurves([x, y], n(0), n(1), n(2), n(3) !== 0, n(4) !== 0, end))
      ;[x, y] = end
    } else if (kind === 'C' || kind === 'S') {
      const o = kind === 'C' ? 2 : 0
      const c1: Point = kind === 'C' ? [ax(0), ay(1)] : [2 * x - handleX, 2 * y - handleY]
      const c2: Point = [ax(o), ay(o + 1)]
      const end: Point = [ax(o + 2), ay(o + 3)]
      path.push(['C', ...c1, ...c2, ...end])
      ;[handleX, handleY] = c2
      ;[x, y] = end
      curve = true
    } else if (kind === 'Q') {
      const c: Point = [ax(0), ay(1)]
      const end: Point = [ax(2), ay(3)]
      path.push(quadratic([x, y], c, end))
      ;[x, y] = end
    } else {
      if (kind !== 'V') x = ax(0)
      if (kind === 'L') y = n(1) + (relative ? y : 0)
      if (kind === 'V') y = ay(0)
      path.push(['L', x, y])
    }
    if (!curve) [handleX, handleY] = [x, y]
  }
  return path
}

/** A quadratic curve as a cubic one. */
export const quadratic = ([x0, y0]: Point, [cx, cy]: Point, [x1, y1]: Point): Segment => [
  'C',
  x0 + (2 / 3) * (cx - x0),
  y0 + (2 / 3) * (cy - y0),
  x1 + (2 / 3) * (cx - x1),
  y1 + (2 / 3) * (cy - y1),
  x1,
  y1,
]

export const polygon = (points: readonly Point[]): Path => [
  ...points.map(([x, y], i): Segment => [i ? 'L' : 'M', x, y]),
  ['Z'],
]
export const polyline = (points: readonly Point[]): Path =>
  points.map(([x, y], i): Segment => [i ? 'L' : 'M', x, y])
export const rect = (x: number, y: number, width: number, height: number): Path =>
  polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ])
export const roundRect = (x: number, y: number, w: number, h: number, radius: number): Path => {
  const r = Math.min(radius, w / 2, h / 2)
  return parsePath(
    `M${x + r} ${y}H${x + w - r}A${r} ${r} 0 0 1 ${x + w} ${y + r}V${y + h - r}A${r} ${r} 0 0 1 ${x + w - r} ${y + h}` +
      `H${x + r}A${r} ${r} 0 0 1 ${x} ${y + h - r}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z`,
  )
}
export const ellipse = (cx: number, cy: number, rx: number, ry: number): Path => {
  const k = 0.5522847498
  return [
    ['M', cx + rx, cy],
    ['C', cx + rx, cy + ry * k, cx + rx * k, cy + ry, cx, cy + ry],
    ['C', cx - rx * k, cy + ry, cx - rx, cy + ry * k, cx - rx, cy],
    ['C', cx - rx, cy - ry * k, cx - rx * k, cy - ry, cx, cy - ry],
    ['C', cx + rx * k, cy - ry, cx + rx, cy - ry * k, cx + rx, cy],
    ['Z'],
  ]
}
export const circle = (cx: number, cy: number, r: number): Path => ellipse(cx, cy, r, r)
/** A ring that is hollow under either fill rule. */
export const ring = (cx: number, cy: number, outer: number, inner: number): Path => [
  ...circle(cx, cy, outer),
  ...transform(circle(0, 0, inner), [-1, 0, 0, 1, cx, cy]),
]
export const regular = (sides: number, cx: number, cy: number, radius: number, turn = -Math.PI / 2): Path =>
  polygon(Array.from({ length: sides }, (_, i) => polar(cx, cy, radius, turn + (i * TAU) / sides)))
export const star = (
  points: number,
  cx: number,
  cy: number,
  outer: number,
  inner: number,
  turn = -Math.PI / 2,
): Path =>
  polygon(
    Array.from({ length: points * 2 }, (_, i) =>
      polar(cx, cy, i % 2 ? inner : outer, turn + (i * Math.PI) / points),
    ),
  )
/** The part of a ring from angle `from` clockwise to `to` (radians); with `inner` 0, a slice of pie. */
export const sector = (
  cx: number,
  cy: number,
  outer: number,
  inner: number,
  from: number,
  to: number,
): Path => {
  const large = to - from > Math.PI ? 1 : 0
  const [ax, ay] = polar(cx, cy, outer, from)
  const [bx, by] = polar(cx, cy, outer, to)
  if (inner <= 0) return parsePath(`M${cx} ${cy}L${ax} ${ay}A${outer} ${outer} 0 ${large} 1 ${bx} ${by}Z`)
  const [dx, dy] = polar(cx, cy, inner, to)
  const [ex, ey] = polar(cx, cy, inner, from)
  return parsePath(
    `M${ax} ${ay}A${outer} ${outer} 0 ${large} 1 ${bx} ${by}L${dx} ${dy}A${inner} ${inner} 0 ${large} 0 ${ex} ${ey}Z`,
  )
}
/** Two equal arcs meeting in two points: a leaf. `bulge` is half its width. */
export const lens = (ax: number, ay: number, bx: number, by: number, bulge: number): Path => {
  const half = Math.hypot(bx - ax, by - ay) / 2
  const r = (half * half + bulge * bulge) / (2 * bulge)
  return parsePath(`M${ax} ${ay}A${r} ${r} 0 0 1 ${bx} ${by}A${r} ${r} 0 0 1 ${ax} ${ay}Z`)
}

export const transform = (path: Path, [a, b, c, d, e, f]: Matrix): Path => {
  const fx = (x: number, y: number) => a * x + c * y + e
  const fy = (x: number, y: number) => b * x + d * y + f
  return path.map((s): Segment => {
    if (s[0] === 'Z') return s
    if (s[0] === 'C')
      return [
        'C',
        fx(s[1], s[2]),
        fy(s[1], s[2]),
        fx(s[3], s[4]),
        fy(s[3], s[4]),
        fx(s[5], s[6]),
        fy(s[5], s[6]),
      ]
    return [s[0], fx(s[1], s[2]), fy(s[1], s[2])]
  })
}
export const shift = (path: Path, dx: number, dy: number) => transform(path, [1, 0, 0, 1, dx, dy])
export const scale = (path: Path, sx: number, sy = sx, cx = 0, cy = 0) =>
  transform(path, [sx, 0, 0, sy, cx - sx * cx, cy - sy * cy])
const rotation = (angle: number, cx = 0, cy = 0): Matrix => {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return [cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy]
}
export const rotate = (path: Path, angle: number, cx = 0, cy = 0) => transform(path, rotation(angle, cx, cy))
/** Mirrored left to right about x = `at`. */
export const flip = (path: Path, at = 0) => transform(path, [-1, 0, 0, 1, 2 * at, 0])

/** The same closed outlines, drawn in the opposite direction. */
export const reverse = (path: Path): Path => {
  const out: Segment[] = []
  let part: Segment[] = []
  const flush = () => {
    const points = part.flatMap(s =>
      s[0] === 'Z' ? [] : [[s[s.length - 2], s[s.length - 1]] as unknown as Point],
    )
    if (!points.length) return
    out.push(['M', ...points[points.length - 1]!])
    for (let i = part.length - 1; i > 0; i--) {
      const s = part[i]!
      const [x, y] = points[i - 1]!
      out.push(s[0] === 'C' ? ['C', s[3], s[4], s[1], s[2], x, y] : ['L', x, y])
    }
    out.push(['Z'])
  }
  for (const s of path) {
    if (s[0] === 'M') {
      flush()
      part = [s]
    } else if (s[0] !== 'Z') part.push(s)
  }
  flush()
  return out
}

/** Each subpath as points; curves are divided into `steps` chords. */
export const flatten = (path: Path, steps = 8): { points: Point[]; closed: boolean }[] => {
  const lines: { points: Point[]; closed: boolean }[] = []
  let line: Point[] = []
  for (const s of path) {
    if (s[0] === 'M') {
      line = [[s[1], s[2]]]
      lines.push({ points: line, closed: false })
    } else if (s[0] === 'L') line.push([s[1], s[2]])
    else if (s[0] === 'C') {
      const [x0, y0] = line[line.length - 1]!
      for (let i = 1; i <= steps; i++) {
        const t = i / steps
        const u = 1 - t
        const [p, q, r, w] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        line.push([p * x0 + q * s[1] + r * s[3] + w * s[5], p * y0 + q * s[2] + r * s[4] + w * s[6]])
      }
    } else {
      const last = lines[lines.length - 1]!
      last.closed = true
      line = [last.points[0]!]
    }
  }
  return lines
}

export const boundsOf = (path: Path): Box => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { points } of flatten(path, 12))
    for (const [x, y] of points) {
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
    }
  return box
}
