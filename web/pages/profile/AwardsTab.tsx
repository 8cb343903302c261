import { useQuery } from '@tanstack/react-query'
import { AwardShelves, ShelvesSkeleton } from '../../features/logos/AwardShelves.tsx'
import { awardsQuery } from '../../features/logos/award-queries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { NotArrived } from '../../ui/NotArrived.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** What came into the books. */
export function AwardsTab({ profile, isOwn }: TabProps) {
  const { data: groups, error, isError, refetch } = useQuery(awardsQuery(profile.slug))
  return (
    <Page title={`Awards · ${profile.company}`}>
      <ProfileTop profile={profile} tab="awards" />
      {!groups && !isError && <ShelvesSkeleton />}
      {groups && groups.length > 0 && <AwardShelves slug={profile.slug} groups={groups} />}
      {groups?.length === 0 &&
        (isOwn ? (
          <Notice
            title="Your first book is still ahead"
            action={
              <ButtonLink to="/submit" kind="primary">
                Upload a logo
              </ButtonLink>
            }
          >
            Every logo you upload is entered for the next book. What the jury chooses stands here.
          </Notice>
        ) : (
          <Notice title="No book so far" />
        ))}
      {isError && !groups && <NotArrived what="The awards" error={error} onAgain={refetch} />}
    </Page>
  )
}
