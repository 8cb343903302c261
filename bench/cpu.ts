import { readdirSync, readFileSync } from 'node:fs'

// CPU time of other processes, from /proc: Linux only. Elsewhere it is NaN, shown as a dash.

const tickUs = 10_000

/** CPU time of a process with all its threads, in µs. */
export function cpuOf(pid: number): number {
  const { own } = readStat(pid) ?? { own: Number.NaN }
  return own * tickUs
}

/** CPU time of a process and its children, ended and running, in µs. */
export function cpuOfFamily(pid: number): number {
  const parent = readStat(pid)
  if (!parent) return Number.NaN
  const living = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => readStat(Number(name)))
    .filter(stat => stat?.parent === pid)
  return living.reduce((sum, child) => sum + child!.own, parent.own + parent.ended) * tickUs
}

function readStat(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name is in brackets and may hold any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (n: number) => Number(fields[n - 3])
    return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) }
  } catch {
    return undefined
  }
}
