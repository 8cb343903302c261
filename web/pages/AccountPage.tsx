import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { sessionsQuery } from '../features/account/queries.ts'
import { FormSkeleton } from '../features/account/waiting.tsx'
import { YourData } from '../features/account/YourData.tsx'
import { useSession } from '../lib/session.ts'
import { MembersOnly } from '../ui/MembersOnly.tsx'
import { Page } from '../ui/Page.tsx'
import { TabLink, TabRow } from '../ui/TabRow.tsx'
import styles from './AccountPage.module.css'

const ContactForm = lazy(() => import('../features/account/ContactForm.tsx'))
const ProfileForm = lazy(() => import('../features/account/ProfileForm.tsx'))
const PasswordForm = lazy(() =>
  import('../features/auth/PasswordForm.tsx').then(m => ({ default: m.PasswordForm })),
)
const Membership = lazy(() =>
  import('../features/membership/Membership.tsx').then(m => ({ default: m.Membership })),
)
const Sessions = lazy(() => import('../features/account/Sessions.tsx'))

const sections = {
  'contact-info': { name: 'Contact Info', fields: 8 },
  'edit-profile': { name: 'Profile', fields: 10 },
  password: { name: 'Password', fields: 2 },
  membership: { name: 'Membership', fields: 3 },
}
type Section = keyof typeof sections

/** Everything about one's own account, in parts. */
export default function AccountPage() {
  const { section: asked = '' } = useParams()
  const queryClient = useQueryClient()
  const session = useSession()
  const section = asked in sections ? (asked as Section) : 'contact-info'

  return (
    <MembersOnly title="Account Settings">
      <Page title="Account Settings">
        <div className={styles.page}>
          <h1 className={styles.title} tabIndex={-1}>
            Account Settings
          </h1>
          <div className={styles.tabs}>
            <TabRow label="Account" current={section}>
              {Object.entries(sections).map(([path, { name }]) => (
                <TabLink key={path} to={`/account/${path}`} isCurrent={path === section}>
                  {name}
                </TabLink>
              ))}
            </TabRow>
          </div>
          <Suspense fallback={<FormSkeleton fields={sections[section].fields} />}>
            {section === 'contact-info' && (
              <>
                <ContactForm />
                <YourData />
              </>
            )}
            {section === 'edit-profile' && <ProfileForm />}
            {section === 'password' && (
              <>
                <div className={styles.narrow}>
                  {/* Every other session has ended. */}
                  <PasswordForm onDone={() => queryClient.invalidateQueries(sessionsQuery)} />
                </div>
                <Sessions />
              </>
            )}
            {section === 'membership' && (
              <>
                <Membership />
                {/* Whose membership has ended has no other part of the account to go to. */}
                {session?.isActive === false && <YourData />}
              </>
            )}
          </Suspense>
        </div>
      </Page>
    </MembersOnly>
  )
}
