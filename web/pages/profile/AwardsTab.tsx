import { useQuery } from '@tanstack/react-query'
import { booksQuery } from '../../domain/books/books-query.ts'
import { Cover } from '../../domain/books/Cover.tsx'
import { EmptyWall } from '../../domain/logos/EmptyWall.tsx'
import { Page } from '../../domain/page/Page.tsx'
import { AwardShelves, ShelvesSkeleton } from '../../features/logos/AwardShelves.tsx'
import { awardsQuery } from '../../features/logos/award-queries.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** The designer's awarded logos. */
export function AwardsTab({ profile, isOwn }: TabProps) {
  const { data: groups, error, isError, refetch } = useQuery(awardsQuery(profile.slug))
  const { data: books } = useQuery(booksQuery)
  const coverOf = (slug: string) => {
    const book = books?.find(book => book.slug === slug)
    return book && <Cover book={book} />
  }
  return (
    <Page title={`Awards · ${profile.company}`}>
      <ProfileTop profile={profile} tab="awards" />
      {!groups && !isError && <ShelvesSkeleton />}
      {groups && groups.length > 0 && <AwardShelves slug={profile.slug} groups={groups} coverOf={coverOf} />}
      {groups?.length === 0 &&
        (isOwn ? (
          <EmptyWall
            isForUploads
            title="Your first book is still ahead"
            action={
              <ButtonLink to="/submit" kind="primary">
                Upload a logo
              </ButtonLink>
            }
          >
            Every logo you upload is entered in the next book. What the jury selects appears here.
          </EmptyWall>
        ) : (
          <EmptyWall title="No books yet" />
        ))}
      {isError && !groups && <LoadError what="The awards" error={error} onRetry={refetch} />}
    </Page>
  )
}
