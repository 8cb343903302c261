import { expect, test } from 'vitest'
import { showProgress } from './progress.ts'

function draw(isTTY: boolean) {
  const written: string[] = []
  const progress = showProgress({ isTTY, write: text => written.push(text) })
  for (const done of [0, 1, 1, 2]) progress.on({ step: 'Database', done, of: 2 })
  progress.on({ step: 'Indexes', done: 0, of: 0 })
  progress.end()
  return written
}

test('a terminal gets a bar for each step, drawn over and only when it changes, to its end', () => {
  expect(draw(true)).toEqual([
    `\rDatabase         ${'·'.repeat(30)}   0 %`,
    `\rDatabase         ${'█'.repeat(15)}${'·'.repeat(15)}  50 %`,
    `\rDatabase         ${'█'.repeat(30)} 100 %`,
    '\n',
    `\rIndexes          ${'·'.repeat(30)}   0 %`,
    '\n',
  ])
})

test('an output that is not a terminal gets a line for each step', () => {
  expect(draw(false)).toEqual(['Database …\n', 'Indexes …\n'])
})
