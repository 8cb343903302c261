import { highestScore, type Stage } from '../../../shared/rules/books.ts'

/** What the scores of the first round mean. */
const words = ['No', 'Competent', 'Worthy', 'Must be in']

/** A score in words, where it has some. */
export const wordOf = (stage: Stage, score: number) => (stage === 'first' ? words[score] : undefined)

/** A score with what it means: '2, worthy'. */
export const sayScore = (stage: Stage, score: number) =>
  [String(score), wordOf(stage, score)?.toLowerCase()].filter(Boolean).join(', ')

export const scoresOf = (stage: Stage) => Array.from({ length: highestScore[stage] + 1 }, (_, score) => score)

/** The key that gives a score: its digit, and T for ten. */
export const keyOfScore = (score: number) => (score === 10 ? 't' : String(score))
