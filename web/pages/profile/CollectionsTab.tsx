import { useQuery } from '@tanstack/react-query'
import { EmptyWall } from '../../domain/logos/EmptyWall.tsx'
import { Page } from '../../domain/page/Page.tsx'
import { CollectionSheets, SheetSkeletons } from '../../features/collections/CollectionSheets.tsx'
import { designerCollectionsQuery } from '../../features/collections/queries.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** The designer's collections. */
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
        <LoadError what="The collections" error={error} onRetry={refetch} />
      ) : (
        <SheetSkeletons count={Math.min(profile.collection_count, 8)} />
      )}
      {collections?.length === 0 &&
        (isOwn ? (
          <EmptyWall
            title="No collections yet"
            action={
              <ButtonLink to="/" kind="primary">
                Browse Fresh
              </ButtonLink>
            }
          >
            Save any logo to start a collection.
          </EmptyWall>
        ) : (
          <EmptyWall title="No collections yet">{profile.company} has no public collections.</EmptyWall>
        ))}
    </Page>
  )
}
