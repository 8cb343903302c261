import { useQuery } from '@tanstack/react-query'
import { CollectionSheets, SheetSkeletons } from '../../features/collections/CollectionSheets.tsx'
import { designerCollectionsQuery } from '../../features/collections/queries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { NotArrived } from '../../ui/NotArrived.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** What a designer has put together. */
export function CollectionsTab({ profile, isOwn }: TabProps) {
  const {
    data: collections,
    error,
    isError,
    refetch,
  } = useQuery(designerCollectionsQuery(profile.designer_id))
  return (
    <Page title={`Collections · ${profile.company}`}>
      <ProfileTop profile={profile} tab="collections" count={collections?.length} />
      {collections ? (
        <CollectionSheets collections={collections} />
      ) : isError ? (
        <NotArrived what="The collections" error={error} onAgain={refetch} />
      ) : (
        <SheetSkeletons count={Math.min(profile.collection_count, 8)} />
      )}
      {collections?.length === 0 &&
        (isOwn ? (
          <Notice
            title="No collections yet"
            action={
              <ButtonLink to="/" kind="primary">
                See what is fresh
              </ButtonLink>
            }
          >
            Open a logo you want to keep and save it: that is where a collection begins.
          </Notice>
        ) : (
          <Notice title="Nothing collected here">
            {profile.company} shows no collections at the moment.
          </Notice>
        ))}
    </Page>
  )
}
