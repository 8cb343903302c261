import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Page } from './Page.tsx'

/** Replaces a page about a logo that does not exist; leads to Explore after three seconds. */
export function NoLogo() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/', { replace: true }), 3000)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page title="No logo">
      <h1 className="visually-hidden" tabIndex={-1}>
        No logo here
      </h1>
      <EmptyState
        title="Logo not found"
        action={
          <ButtonLink to="/" kind="primary">
            Browse Fresh
          </ButtonLink>
        }
      >
        We’ll take you to Explore in a moment.
      </EmptyState>
    </Page>
  )
}
