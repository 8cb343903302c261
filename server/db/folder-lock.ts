import { accessSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Claims `folder` for this process, or throws when another process has it. The claim ends with `release()` or with the
 * process, however it dies.
 *
 * It is a kernel lock on the empty file `<folder>.lock`, taken through SQLite because Node offers no file locks of its
 * own: a file holding a process id would outlive a `kill -9`, and ids are used again. (Nothing else in this process may
 * open that file: closing it would drop the lock.)
 */
export function lockFolder(folder: string): { release(): void } {
  const path = `${folder}.lock`
  try {
    const file = new DatabaseSync(path)
    // On a read-only file, SQLite would grant the lock to every process.
    accessSync(path, constants.W_OK)
    // Reserves the write lock without writing: the file stays empty, so a crash cannot damage it.
    file.exec('begin immediate')
    return { release: () => void (file.isOpen && file.close()) }
  } catch (cause) {
    const locked = cause instanceof Error && 'errcode' in cause && cause.errcode === 5
    throw new Error(
      locked
        ? `Another Colophon is using ${folder} (it holds ${path}). Stop it, or start this one with another DATA_DIR.`
        : `Cannot lock ${path}, which must belong to the user who starts the program. ` +
            `${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}
