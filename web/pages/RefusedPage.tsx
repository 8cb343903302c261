import type { ReactNode } from 'react'
import { Page } from '../domain/page/Page.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { SiteHeader } from './Layout.tsx'

type Props = { title: string; children: ReactNode; action: ReactNode }

/** What a page without header and footer shows to a viewer who may not see it: the site's header, why, and the way on. */
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
