import { relativeTime } from '../../../shared/rules/activity.ts'

/** How long ago a moment was, within a sentence. */
export function ago(time: string) {
  const when = relativeTime(time, new Date())
  return when === 'just now' ? when : `${when} ago`
}
