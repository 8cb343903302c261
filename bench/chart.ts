export type Line = { label: string; points: (readonly [number, number])[] }

const width = 860
const height = 420
const plot = { left: 56, right: 610, top: 52, bottom: 366 }
const labelGap = 19

/**
 * Cost against size, both on logarithmic axes, as a standalone SVG in light and dark. Each line has a point per size. `what` it costs is in
 * the title.
 */
export function drawChart(lines: Line[], what = 'What the database needs'): string {
  const [xs, ys] = [0, 1].map(i => lines.flatMap(line => line.points.map(point => point[i]!)))
  const x = scale(Math.min(...xs!), Math.max(...xs!), plot.left + 50, plot.right - 50)
  const ticks = ticksOf(Math.min(...ys!), Math.max(...ys!))
  const y = scale(ticks[0]!, ticks.at(-1)!, plot.bottom, plot.top)
  const ends = spreadOut(lines.map(line => y(line.points.at(-1)![1])))
  const vertical = [...new Set(xs)].map(
    size =>
      `<line class="grid" x1="${x(size)}" x2="${x(size)}" y1="${plot.top}" y2="${plot.bottom}"/>` +
      `<text class="axis" x="${x(size)}" y="${plot.bottom + 22}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  )
  const horizontal = ticks.map(
    value =>
      `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text class="axis" x="${plot.left - 10}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  )
  const curves = lines.map(({ label, points }, i) => {
    const path = points.map(([size, cost]) => `${x(size)},${y(cost)}`)
    const [lastSize, lastCost] = points.at(-1)!
    return `<g class="line-${i + 1}">
<polyline points="${path.join(' ')}"/>
${path.map(at => `<circle cx="${at.split(',')[0]}" cy="${at.split(',')[1]}" r="4"/>`).join('')}
<path class="lead" d="M${x(lastSize) + 6} ${y(lastCost)}L${plot.right + 14} ${ends[i]}"/>
<text x="${plot.right + 20}" y="${ends[i]! + 4}">${label}, ${figure(lastCost)} ms</text>
</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${what}, by size of the gallery</title>
<desc id="desc">95th percentiles in milliseconds at one client. ${lines.map(describe).join(' ')}</desc>
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="10"/>
${[...vertical, ...horizontal].join('\n')}
<text class="heading" x="22" y="30">The database’s time for one request, 95th percentile in ms</text>
<text class="axis" x="${plot.right}" y="${plot.bottom + 44}" text-anchor="end">logos</text>
${curves.join('\n')}
</svg>
`
}

const describe = ({ label, points }: Line) =>
  `${label}: ${points.map(([size, cost]) => `${figure(cost)} at ${size.toLocaleString('en')}`).join(', ')}.`

/** Rounded to two digits. */
const figure = (ms: number) => (ms < 99.5 ? ms.toPrecision(2) : ms.toFixed(0))

/**
 * Axis steps 1, 2, 5, 10 and so on, from the one below the least to the one above the greatest value; for a wide
 * range, powers of ten only.
 */
function ticksOf(least: number, greatest: number): number[] {
  const tens = Math.floor(Math.log10(least))
  const steps = greatest / least > 200 ? [1] : [1, 2, 5]
  const all = Array.from({ length: 12 }, (_, i) => steps.map(step => Number(`${step}e${tens + i}`))).flat()
  const from = all.findLastIndex(tick => tick <= least)
  const to = all.findIndex((tick, i) => tick >= greatest && i > from)
  return all.slice(from, to + 1)
}

/** The position of each value between `from` and `to`; the middle if the range is empty. */
function scale(least: number, greatest: number, from: number, to: number) {
  const span = Math.log10(greatest / least)
  return (value: number) => Math.round(from + (span ? Math.log10(value / least) / span : 0.5) * (to - from))
}

/** Moves labels apart that would overlap: each group stays centred on its own middle. */
function spreadOut(heights: number[]): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!)
  const heaps: { members: number[]; top: number }[] = []
  for (const i of order) {
    let heap = heapOf([i], heights)
    for (let above = heaps.at(-1); above && endOf(above) > heap.top; above = heaps.at(-1)) {
      heaps.pop()
      heap = heapOf([...above.members, ...heap.members], heights)
    }
    heaps.push(heap)
  }
  const placed = [...heights]
  for (const { members, top } of heaps) for (const [n, i] of members.entries()) placed[i] = top + n * labelGap
  return placed
}

function heapOf(members: number[], heights: number[]) {
  const middle = members.reduce((sum, i) => sum + heights[i]!, 0) / members.length
  const tall = (members.length - 1) * labelGap
  return { members, top: Math.min(Math.max(middle - tall / 2, plot.top), plot.bottom - tall) }
}

const endOf = (heap: { members: number[]; top: number }) => heap.top + heap.members.length * labelGap

const light = ['#1d4ed8', '#b45309', '#047857', '#7c3aed', '#be123c', '#0e7490', '#4d7c0f']
const dark = ['#93b4ff', '#f2b366', '#5fd3a5', '#c4a6ff', '#ff9aad', '#6fd3ea', '#b5d66b']
const coloured = (colours: string[]) =>
  colours.map((colour, i) => `.line-${i + 1}{stroke:${colour};fill:${colour}}`).join('')
const style = `
text{font:13px system-ui,sans-serif;stroke:none}
polyline{fill:none;stroke-width:2}.lead{fill:none;opacity:.45}circle{stroke:none}
.ground{fill:#fff;stroke:#d6d3d1}.grid{stroke:#e7e5e4}.axis{fill:#57534e;font-size:12px}.heading{fill:#1c1917;font-weight:600}${coloured(light)}
@media (prefers-color-scheme:dark){.ground{fill:#1c1917;stroke:#44403c}.grid{stroke:#35302d}.axis{fill:#b8b2ac}.heading{fill:#f5f5f4}${coloured(dark)}}
`
