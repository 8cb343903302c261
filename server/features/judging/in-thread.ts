import { join } from 'node:path'
import { runInThread } from '../../lib/in-thread.ts'
import type { Works } from './fit-thread.ts'

type Input<Name extends keyof Works> = Parameters<Works[Name]>[0]

/** Runs a task of fit-thread.ts in a worker thread. Rejects with the error that it throws. */
export const inThread = <Name extends keyof Works>(name: Name, input: Input<Name>) =>
  runInThread<ReturnType<Works[Name]>>(join(import.meta.dirname, 'fit-thread.ts'), { name, input })
