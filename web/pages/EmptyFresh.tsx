import { EmptyWall } from '../domain/logos/EmptyWall.tsx'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { FirstSteps } from './FirstSteps.tsx'

/** Fresh while the gallery has no logo. */
export default function EmptyFresh({ isPastEnd }: { isPastEnd: boolean }) {
  if (isPastEnd)
    return (
      <EmptyState
        title="There’s nothing on this page"
        action={
          <ButtonLink to="/" kind="primary">
            See the newest
          </ButtonLink>
        }
      />
    )
  return (
    <>
      <EmptyWall
        isForUploads
        title="No logos yet"
        action={
          <ButtonLink to="/submit" kind="primary">
            Upload the first logo
          </ButtonLink>
        }
      >
        Every logo that members upload appears here, newest first.
      </EmptyWall>
      <FirstSteps />
    </>
  )
}
