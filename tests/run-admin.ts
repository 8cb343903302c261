import { vi } from 'vitest'
import { runCommand } from '../server/shell/commands.ts'

export type Answer = { code: number; out: string; problem: string }

/** Runs a command of administrators within this process: its exit code, what it says, and what it complains of. */
export async function runAdmin(words: string[], env: Record<string, string>): Promise<Answer> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const problem = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const written = (stream: typeof out) => stream.mock.calls.map(([text]) => String(text)).join('')
  try {
    const code = await runCommand(words, env)
    return { code, out: written(out), problem: written(problem) }
  } finally {
    out.mockRestore()
    problem.mockRestore()
  }
}
