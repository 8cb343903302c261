import type { ReactNode } from 'react'
import { Page } from '../domain/page/Page.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { SiteHeader } from './Layout.tsx'

type Props = { title: string; children: ReactNode; action: ReactNode }

/**
 * Replaces a page without header and footer for a viewer who may not see it: the site's header, the reason, and the next
 * step.
 */
export const RefusedPage = ({ title, children, action }: Props) => (
  <>
    <SiteHeader />
    <Page title={title}>
      <EmptyState isPage title={title} action={action}>
        {children}
      </EmptyState>
    </Page>
  </>
)
