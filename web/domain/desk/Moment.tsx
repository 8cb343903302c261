import { relativeTime } from '../../../shared/rules/activity.ts'
import { formatUtcMoment } from '../../../shared/rules/format-time.ts'
import { dayMs } from '../../../shared/rules/time.ts'

const exactly = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

/**
 * When something was: less than a day ago as a duration, else to the minute, in UTC, so that staff in several places name
 * the same time.
 */
export function Moment({ at }: { at: string }) {
  const age = Date.now() - Date.parse(at)
  if (age >= 0 && age < dayMs) return <Age at={at} />
  return (
    <time dateTime={at} title={exactly(at)}>
      {formatUtcMoment(at)}
    </time>
  )
}

/** How long ago something was; the time itself is in its tooltip. */
export const Age = ({ at, className }: { at: string; className?: string | undefined }) => (
  <time dateTime={at} title={exactly(at)} className={className}>
    {relativeTime(at, new Date())}
  </time>
)
