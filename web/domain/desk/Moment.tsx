const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** When something was, to the minute, in UTC: staff in several places name the same time. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at.slice(0, 19)} UTC`}>
      {moment.format(new Date(at))}
    </time>
  )
}
