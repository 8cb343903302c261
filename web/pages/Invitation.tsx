import { formatNumber } from '../../shared/rules/format.ts'
import { visitorFreshLogos } from '../../shared/rules/limits.ts'
import { loginPath } from '../lib/session.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** What a visitor finds where the wall goes on for members. */
export default function Invitation({ count, path }: { count: number; path: string }) {
  const rest =
    count > visitorFreshLogos ? `${formatNumber(count - visitorFreshLogos)} more logos` : 'More logos'
  return (
    <Notice
      title={`${rest} behind this wall`}
      action={
        <ButtonLink to={loginPath(path)} kind="primary">
          Login
        </ButtonLink>
      }
    >
      You have seen the newest 150. Members walk the whole wall, like what they find, and hang their own.
    </Notice>
  )
}
