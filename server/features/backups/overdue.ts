/** Whether the last good backup is older than one and a half periods, which allows for one that failed or took long. */
export const isOverdue = (at: string, everyMs: number, now: Date) =>
  now.getTime() - Date.parse(at) > 1.5 * everyMs
