import type { Random } from './random.ts'

/** Inks are flat, as printed; `accent` equals `ink` in one-colour work. */
export type Palette = { ground: string; ink: string; accent: string; temper: Temper }
export type Temper = 'white' | 'paper' | 'black' | 'solid'

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map(i => channel(Number.parseInt(hex.slice(i, i + 2), 16) / 255))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
/** WCAG contrast of two #rrggbb colours, 1 to 21. */
export const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

// ground ink [accent]. Listed one by one, because each combination was chosen by eye.
const SWATCHES: Record<Temper, string[]> = {
  white: [
    'ffffff 111111',
    'ffffff 16181d',
    'ffffff 111111 d9291c',
    'ffffff 111111 e0531f',
    'ffffff 111111 1f5eff',
    'ffffff 111111 00a06a',
    'ffffff d4261b',
    'ffffff c8102e 111111',
    'ffffff 1236b5',
    'ffffff 0b3fd6 ff5a36',
    'ffffff 0a6b45',
    'ffffff 0e5c4a c0760a',
    'ffffff 14213d e4572e',
    'ffffff 5b2a86',
    'ffffff 3d1d6b e8476d',
    'ffffff 7a1f2b',
    'ffffff 00677f',
    'ffffff 004e66 d96a0f',
    'ffffff d94f12',
    'ffffff c2185b',
    'ffffff 4a3728 b5761a',
    'ffffff 1d3b2a 5c9420',
    'ffffff 2b2d42 ef476f',
    'ffffff 0077b6 023e58',
  ],
  paper: [
    'f4efe4 1b1a17',
    'f4efe4 1b1a17 c8371d',
    'efe8da 20302a',
    'efe8da 7c2d1e',
    'f6f2ea 1d2b53 d8482b',
    'f2eee6 0f4c3a',
    'f2eee6 2a2623 9c6d17',
    'eae6dd 1a1a1a',
    'f3ece0 a6341b 24211d',
    'f5f0e6 28406b',
    'efeae0 4b2e39',
    'e8e4da 14363f c25318',
    'f1ede4 3a3f1f',
    'f7f1e1 bf2f1f 1e3a5f',
    'ececea 151515',
    'ececea 151515 e33d1f',
    'e9edf0 10273d',
    'e6e9e2 23402f a8620c',
    'f6ebe3 9c2f3b',
    'f3efe9 5a2d6e',
  ],
  black: [
    '111111 ffffff',
    '111111 f3eee3',
    '0d0d0e ffffff e8402a',
    '141414 f5c518',
    '161616 ff6b4a',
    '121417 e9e4d8 d8a23a',
    '15171c a8e05f',
    '10131a 8fb8ff',
    '17130f e7c9a0',
    '0f1412 7fe0b0',
    '1a1416 f7b6c2',
    '0e1626 f4f1ea ff7a45',
    '1c1c1c d9d5cc',
    '101d18 efe6cf d1a54a',
    '1b1024 d9b8ff',
  ],
  solid: [
    'd4281c ffffff',
    'd4281c f7efe0',
    'c1121f fdf0d5 f9c15c',
    'e0441f 1a1412',
    '0a3cc8 ffffff',
    '1238b0 f4efe2 ff8a5c',
    '0b2a6b f2c14e',
    '0d2340 ff8566 f4efe6',
    '0b6e4f ffffff',
    '0f4d3a f1e3c6',
    '14532d c9e265',
    'f5c211 141414',
    'f7c948 1d2a57 c8321f',
    'ffd23f 3a1d6e',
    'f2a900 5a1a0e',
    'f4a7b9 8c1c2f',
    'f7b7a3 1f2d5c',
    'f4c6d0 0f4c3a',
    '5f2a8a f6d7ff',
    '3b1b63 ffb545',
    '00778a ffffff',
    '073b4c ffd166 ef6f4c',
    '9fd8cb 123c3a',
    'a9c8f5 10245c',
    'c4b5f4 2a1458',
    'c7a26a 1d1712',
    'd9c4a0 5b1f16',
    '6d1a2d f5d9c4',
    '7a2e17 f6e2c0 f0a53b',
    '2f3a25 dfe0b8',
    '4a5240 f3ecd8',
    'b8c7a3 1f3325',
    '2c2f36 ff9f6e',
    '8a8d85 111111',
    'e9542b fff3e4 1c1b1a',
    '1d4e89 ffffff f7b32b',
    '006b5a f9e27d',
    'ef8f6b 2a1530',
  ],
}

const TEMPERS: readonly Temper[] = ['white', 'paper', 'black', 'solid']

const parse = (line: string, temper: Temper): Palette => {
  const [ground, ink, accent] = line.split(' ').map(hex => `#${hex}`)
  return { ground: ground!, ink: ink!, accent: accent ?? ink!, temper }
}
export const palettes: readonly Palette[] = TEMPERS.flatMap(temper =>
  SWATCHES[temper].map(line => parse(line, temper)),
)

/** Picks a palette. `leaning` is the designer's habit; the wall as a whole stays mostly white, paper and black. */
export const pickPalette = (random: Random, leaning: Temper): Palette => {
  const temper = random.weighted<Temper>([
    ['white', leaning === 'white' ? 6 : 2.6],
    ['paper', leaning === 'paper' ? 5 : 1.5],
    ['black', leaning === 'black' ? 5 : 1.3],
    ['solid', leaning === 'solid' ? 6 : 2.2],
  ])
  const own = palettes.filter(palette => palette.temper === temper)
  // Plain black on white is what logos are judged in, so it is by far the commonest single choice.
  return temper === 'white' && random.chance(0.34) ? own[0]! : random.pick(own)
}
