/** Errors of disks and of PostgreSQL in words, by their code. */
const reasons: Record<string, string> = {
  ENOSPC: 'there is no space left',
  EDQUOT: 'there is no space left',
  // Of PostgreSQL: disk_full.
  '53100': 'there is no space left for the database',
  EACCES: 'the program may not read or write there',
  EPERM: 'the program may not read or write there',
  EROFS: 'it cannot be written to',
}

/** Why a backup or a restore failed, without a full stop, to go into a sentence. */
export function reasonOf(error: unknown): string {
  const { code, path, message, cause } = error as NodeJS.ErrnoException
  const known = reasons[code ?? ''] ?? reasons[(cause as NodeJS.ErrnoException | undefined)?.code ?? '']
  if (known) return path ? `${known} (${path})` : known
  return message.replace(/\.$/, '')
}
