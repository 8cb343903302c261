/** What letters tell of, in the order in which a letter tells it. */
export const noticeKinds = [
  'comments',
  'follows',
  'likes',
  'new_work',
  'saved_searches',
  'news',
  'results',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const frequencies = ['at_once', 'daily', 'weekly', 'never'] as const
export type Frequency = (typeof frequencies)[number]

/** When letters of the day and of the week are written: every day at 7, on Mondays at 7, in UTC. */
const letterHour = 7

/** The last moment at which letters of a frequency were due, at `now` or before. */
export function lastDue(frequency: 'daily' | 'weekly', now: Date): Date {
  const at = new Date(now)
  at.setUTCHours(letterHour, 0, 0, 0)
  if (at > now) at.setUTCDate(at.getUTCDate() - 1)
  if (frequency === 'weekly') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at
}
