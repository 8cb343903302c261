import { expect, test } from 'vitest'
import { registrationMark } from './registration-mark.ts'
import { drawMark, markAt, wordmarkArms, wordmarkBox, wordmarkLetters, wordmarkRing } from './wordmark.ts'

// Both files are written by `npx vitest -u run shared/wordmark.test.ts`.

const [, , width, height] = wordmarkBox

test('the stylesheet’s letters and the favicon are the drawing of wordmark.ts', async () => {
  await expect(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${wordmarkBox.join(' ')}" width="${width}" height="${height}"><path d="${wordmarkLetters}"/></svg>\n`,
  ).toMatchFileSnapshot('../web/ui/display/wordmark.svg')
  await expect(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>g{stroke:#c92f16}@media (prefers-color-scheme:dark){g{stroke:#ff4f2e}}</style><g fill="none">${drawMark(registrationMark)}</g></svg>\n`,
  ).toMatchFileSnapshot('../web/public/favicon.svg')
})

test('a wordmark less than 24 px high has a mark without horizontal arms', () => {
  expect(markAt(24)).toEqual({ ring: wordmarkRing, arms: wordmarkArms })
  expect(wordmarkArms.d).toMatch(/h\d/)
  expect(markAt(23.9)).toEqual({
    ring: wordmarkRing,
    arms: { ...wordmarkArms, d: expect.not.stringMatching(/h/i) },
  })
})
