/** Whether the last good backup is older than it should be: half a period is left for one that fails once, or takes long. */
export const isOverdue = (at: string, everyMs: number, now: Date) =>
  now.getTime() - Date.parse(at) > 1.5 * everyMs
