import sharp from 'sharp'
import { beforeAll } from 'vitest'

/** Lets the tests of a file draw our own SVG. Everywhere else the decoder refuses SVG, also in the files that follow. */
export function allowSvg() {
  beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] }))
}
