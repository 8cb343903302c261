/** How far a step has come; `of` is 0 while that is not known. */
type Progress = { step: string; done: number; of: number }
export type OnProgress = (progress: Progress) => void

const width = 30

/** One line that is drawn over on a terminal; elsewhere a line for each step. */
export function showProgress(out: { isTTY?: boolean; write(text: string): unknown }): {
  on: OnProgress
  end(): void
} {
  let step = ''
  let shown = ''
  const end = () => {
    if (out.isTTY && shown) out.write('\n')
    shown = ''
  }
  return {
    on(progress) {
      if (progress.step !== step) {
        end()
        step = progress.step
        if (!out.isTTY) out.write(`${step} …\n`)
      }
      if (!out.isTTY) return
      const share = progress.of ? Math.min(1, progress.done / progress.of) : 0
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '·')
      const line = `${step.padEnd(16)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %`
      if (line === shown) return
      out.write(`\r${line}`)
      shown = line
    },
    end,
  }
}
