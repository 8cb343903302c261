export type Line = { label: string; points: (readonly [number, number])[] }

const width = 860
const height = 420
const plot = { left: 56, right: 610, top: 52, bottom: 366 }
const labelGap = 19

/** Cost against size, both by powers of ten: a picture that stands alone, in light and dark. Each line has a point. */
export function drawChart(lines: Line[]): string {
  const [xs, ys] = [0, 1].map(i => lines.flatMap(line => line.points.map(point => point[i]!)))
  const x = scale(bounds(xs!), plot.left + 20, plot.right - 20)
  const y = scale(bounds(ys!), plot.bottom, plot.top)
  const ends = spreadOut(lines.map(line => y.at(line.points.at(-1)![1])))
  const vertical = [...new Set(xs)].map(
    size =>
      `<line class="grid" x1="${x.at(size)}" x2="${x.at(size)}" y1="${plot.top}" y2="${plot.bottom}"/>` +
      `<text class="axis" x="${x.at(size)}" y="${plot.bottom + 22}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  )
  const horizontal = y.tens.map(
    value =>
      `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y.at(value)}" y2="${y.at(value)}"/>` +
      `<text class="axis" x="${plot.left - 10}" y="${y.at(value) + 4}" text-anchor="end">${value}</text>`,
  )
  const curves = lines.map(({ label, points }, i) => {
    const path = points.map(([size, cost]) => `${x.at(size)},${y.at(cost)}`)
    const [lastSize, lastCost] = points.at(-1)!
    return `<g class="line-${i + 1}">
<polyline points="${path.join(' ')}"/>
${path.map(at => `<circle cx="${at.split(',')[0]}" cy="${at.split(',')[1]}" r="4"/>`).join('')}
<path class="lead" d="M${x.at(lastSize) + 6} ${y.at(lastCost)}L${plot.right + 14} ${ends[i]}"/>
<text x="${plot.right + 20}" y="${ends[i]! + 4}">${label}, ${figure(lastCost)} ms</text>
</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">What the database needs, by size of the gallery</title>
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

const figure = (ms: number) => ms.toFixed(ms < 10 ? 1 : 0)

/** From the power of ten below the least to the one above the greatest. */
const bounds = (values: number[]) =>
  [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))] as const

function scale([low, high]: readonly [number, number], from: number, to: number) {
  const span = Math.max(1, high - low)
  return {
    at: (value: number) => Math.round(from + ((Math.log10(value) - low) / span) * (to - from)),
    tens: Array.from({ length: span + 1 }, (_, i) => 10 ** (low + i)),
  }
}

/** Moves heights apart that are too near to be read, as little as may be, downwards. */
function spreadOut(heights: number[]): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!)
  const placed = [...heights]
  for (const [n, i] of order.entries())
    if (n) placed[i] = Math.max(placed[i]!, placed[order[n - 1]!]! + labelGap)
  const over = Math.max(0, placed[order.at(-1) ?? 0]! - plot.bottom)
  return placed.map(height => height - over)
}

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
