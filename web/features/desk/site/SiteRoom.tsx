import { siteNames } from '../../../../shared/site-words.ts'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/messages/EmptyState.tsx'
import { WordList } from './WordList.tsx'
import { WordRoom } from './WordRoom.tsx'

/** The site's own words: the list of all, or one with its versions. */
export default function SiteRoom({ rest: [segment] }: { rest: string[] }) {
  if (segment === undefined) return <WordList />
  const name = siteNames.find(each => each === segment)
  if (name) return <WordRoom key={name} name={name} />
  return (
    <EmptyState
      title="No such text"
      action={
        <ButtonLink to="/admin/site" kind="primary">
          See them all
        </ButtonLink>
      }
    />
  )
}
