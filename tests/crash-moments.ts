import { thorough } from './thorough.ts'

/**
 * The numbers of steps to crash after. Within a transaction one moment stands for all, the one before its commit,
 * because the database rolls back the same (`thorough` crashes at each of them all the same).
 */
export function momentsOf(steps: string[]): number[] {
  let isWithin = false
  return steps.flatMap((step, n) => {
    const isSame = isWithin && step !== 'commit' && !thorough
    isWithin = step === 'begin' || (isWithin && step !== 'commit')
    return isSame ? [] : [n]
  })
}

/** The limit of `crashAfterSteps` that is reached at the moment number `n`, counted from 0, of work whose steps are not known. */
export const atMoment = (n: number) => (taken: string[], next: string) =>
  momentsOf([...taken, next]).length > n
