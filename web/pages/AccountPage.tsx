import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { ChunkError } from '../domain/page/ChunkError.tsx'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Page } from '../domain/page/Page.tsx'
import { FormSkeleton } from '../features/account/FormSkeleton.tsx'
import { sessionsQuery } from '../features/account/queries.ts'
import { YourData } from '../features/account/YourData.tsx'
import { lazyWithRetry } from '../lib/loading/lazy-with-retry.tsx'
import { useSession } from '../lib/session/session.ts'
import { TabLink, TabRow } from '../ui/controls/TabRow.tsx'
import { TitledColumn } from '../ui/layout/TitledColumn.tsx'
import styles from './AccountPage.module.css'

const ContactInfoForm = lazyWithRetry(() => import('../features/account/ContactInfoForm.tsx'), ChunkError)
const ProfileForm = lazyWithRetry(() => import('../features/account/ProfileForm.tsx'), ChunkError)
const PasswordForm = lazyWithRetry(
  async () => ({ default: (await import('../features/auth/PasswordForm.tsx')).PasswordForm }),
  ChunkError,
)
const Membership = lazyWithRetry(
  async () => ({ default: (await import('../features/membership/Membership.tsx')).Membership }),
  ChunkError,
)
const Payments = lazyWithRetry(() => import('../features/membership/Payments.tsx'), ChunkError)
const Security = lazyWithRetry(() => import('../features/auth/Security.tsx'), ChunkError)
const Blocked = lazyWithRetry(() => import('../features/account/Blocked.tsx'), ChunkError)
const Tokens = lazyWithRetry(() => import('../features/integrations/Tokens.tsx'), ChunkError)
const Emails = lazyWithRetry(() => import('../features/account/Emails.tsx'), ChunkError)
const Statistics = lazyWithRetry(() => import('../features/statistics/Statistics.tsx'), ChunkError)
const Webhooks = lazyWithRetry(() => import('../features/integrations/Webhooks.tsx'), ChunkError)
const Sessions = lazyWithRetry(() => import('../features/account/Sessions.tsx'), ChunkError)

const sections = {
  'contact-info': { name: 'Contact Info', fields: 8 },
  'edit-profile': { name: 'Profile', fields: 10 },
  password: { name: 'Password', fields: 2 },
  security: { name: 'Login and security', fields: 3 },
  emails: { name: 'Emails', fields: 7 },
  membership: { name: 'Membership', fields: 3 },
  api: { name: 'API', fields: 2 },
  statistics: { name: 'Statistics', fields: 3 },
}
type Section = keyof typeof sections

/** The member's account in sections. */
export default function AccountPage() {
  const { section: requested = '' } = useParams()
  const queryClient = useQueryClient()
  const session = useSession()
  const section = requested in sections ? (requested as Section) : 'contact-info'

  // Other sections redirect a lapsed member to checkout.
  const visible = Object.entries(sections).filter(
    ([path]) => session?.isActive !== false || session.memberType !== 'Member' || path === 'membership',
  )

  return (
    <MembersOnly title="Account Settings">
      <Page title="Account Settings">
        <TitledColumn title="Account">
          <div className={styles.tabs}>
            <TabRow label="Account" current={section}>
              {visible.map(([path, { name }]) => (
                <TabLink key={path} to={`/account/${path}`} isCurrent={path === section}>
                  {name}
                </TabLink>
              ))}
            </TabRow>
          </div>
          <Suspense fallback={<FormSkeleton fields={sections[section].fields} />}>
            {section === 'contact-info' && (
              <>
                <ContactInfoForm />
                <Blocked />
                <YourData />
              </>
            )}
            {section === 'edit-profile' && <ProfileForm />}
            {section === 'password' && (
              <>
                <div className={styles.narrow}>
                  {/* A new password ends every other session. */}
                  <PasswordForm onDone={() => queryClient.invalidateQueries(sessionsQuery)} />
                </div>
                <Sessions />
              </>
            )}
            {section === 'security' && <Security />}
            {section === 'emails' && <Emails />}
            {section === 'statistics' && <Statistics />}
            {section === 'api' && (
              <div className={styles.parts}>
                <Tokens />
                <Webhooks />
              </div>
            )}
            {section === 'membership' && (
              <>
                <Membership />
                <Payments />
                {/* A lapsed member has no other section of the account. */}
                {session?.isActive === false && <YourData />}
              </>
            )}
          </Suspense>
        </TitledColumn>
      </Page>
    </MembersOnly>
  )
}
