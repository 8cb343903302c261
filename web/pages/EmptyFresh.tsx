import { ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Fresh without a logo. */
export default function EmptyFresh({ isPastEnd }: { isPastEnd: boolean }) {
  if (isPastEnd)
    return (
      <Notice
        title="The wall ends before this page"
        action={
          <ButtonLink to="/" kind="primary">
            See the newest
          </ButtonLink>
        }
      />
    )
  return (
    <Notice
      title="The wall is still empty"
      action={
        <ButtonLink to="/submit" kind="primary">
          Upload the first logo
        </ButtonLink>
      }
    >
      Every logo that members upload hangs here, the newest first.
    </Notice>
  )
}
