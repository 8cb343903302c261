import { highestScore, type Round } from '../../../shared/rules/books.ts'

/** The labels of the first round's scores. */
const words = ['No', 'Competent', 'Worthy', 'Must be in']

/** A score's label, if it has one. */
export const wordOf = (stage: Round, score: number) => (stage === 'first' ? words[score] : undefined)

/** A score with its label: '2, worthy'. */
export const sayScore = (stage: Round, score: number) =>
  [String(score), wordOf(stage, score)?.toLowerCase()].filter(Boolean).join(', ')

export const scoresOf = (stage: Round) => Array.from({ length: highestScore[stage] + 1 }, (_, score) => score)

/** The key that gives a score: its digit, and T for ten. */
export const keyOfScore = (score: number) => (score === 10 ? 't' : String(score))
