import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'

const operation = ['VipsForeignLoadSvgBuffer']

/** Lets the tests of a file draw our own SVG. Everywhere else the decoder refuses SVG, also in the files that follow. */
export function allowSvg() {
  beforeAll(() => sharp.unblock({ operation }))
  afterAll(() => sharp.block({ operation }))
}
