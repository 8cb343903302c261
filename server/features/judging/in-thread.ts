import { Worker } from 'node:worker_threads'
import type { Works } from './fit-thread.ts'

type Input<Name extends keyof Works> = Parameters<Works[Name]>[0]

/** Does a work of fit-thread.ts in a thread of its own, so that the event loop goes on. Rejects with what it throws. */
export function inThread<Name extends keyof Works>(
  name: Name,
  input: Input<Name>,
): Promise<ReturnType<Works[Name]>> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./fit-thread.ts', import.meta.url), { workerData: { name, input } })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`The thread ended with ${code} before it answered.`)))
  })
}
