import { readdir, readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

/** As `nice` counts: where processors are short, a thread with it gets a third of what one without does. */
const behind = 5

/**
 * Lets the threads that decode pictures and hash passwords step back behind the one that answers: an upload takes a
 * quarter of a second of a processor, during which a hundred others would wait. Only Linux has priorities of threads;
 * elsewhere this does nothing.
 */
export async function putAnswersFirst(): Promise<void> {
  if (process.platform !== 'linux') return
  const tasks = '/proc/self/task'
  const priority = Math.min(19, getPriority() + behind)
  // Reading them starts libuv's, if nothing has before, all at once; what those start inherits it.
  for (const id of await readdir(tasks)) {
    const name = await readFile(`${tasks}/${id}/comm`, 'utf8')
    if (name.trim() === 'libuv-worker') setPriority(Number(id), priority)
  }
}
