import { relativeTime } from '../../../shared/rules/activity.ts'
import { formatDate } from '../../../shared/rules/format.ts'

/** How long ago something was; the full date is in its tooltip. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatDate(at)} className={className}>
      {relativeTime(at, new Date())}
    </time>
  )
}
