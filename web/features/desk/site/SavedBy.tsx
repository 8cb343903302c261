import type { SiteWordRow } from '../../../../shared/api/desk/site.ts'
import { Moment } from '../../../domain/desk/Moment.tsx'

/** The current version, who saved it, and when. */
export function SavedBy({ word: { version, who, at } }: { word: SiteWordRow }) {
  if (!at) return 'Default'
  return (
    <>
      Version {version}, {who ?? 'command line'}, <Moment at={at} />
    </>
  )
}
