import { Worker } from 'node:worker_threads'

/**
 * Runs the file at this path in a thread of its own, so that the event loop goes on. Resolves to the first message it
 * posts; rejects with what it throws.
 */
export function runInThread<Answer>(file: string, workerData: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(file, { workerData })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`The thread ended with ${code} before it answered.`)))
  })
}
