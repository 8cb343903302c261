import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatNumber } from '../../shared/rules/format.ts'
import type { Search } from '../domain/search/search-path.ts'
import { LogoPicture } from '../features/logos/LogoPicture.tsx'
import { searchGlimpseQuery } from '../features/logos/search-query.ts'
import type { Chip } from '../features/search/filters.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './NothingFound.module.css'

type Props = {
  /** Of the search that found nothing; at least one. */
  chips: Chip[]
  /** The address of another search on the page; of an empty one, it shows all logos. */
  pathOf: (search: Partial<Search>) => string
}

/** Suggestions for a search without results: which filter to drop, and what that would find. */
export function NothingFound({ chips, pathOf }: Props) {
  const [only, ...others] = chips
  if (!only || others.length) return <Offers {...{ chips, pathOf }} />
  return (
    <EmptyState
      title={`Nothing found for “${only.words}”`}
      action={
        <ButtonLink to={pathOf({})} kind="primary">
          See all logos
        </ButtonLink>
      }
    >
      {only.name === 'keyword'
        ? 'Try fewer or shorter words. We look in titles, keywords, descriptions, credits, clients and industries.'
        : `No logo has this ${only.label.toLowerCase()}.`}
    </EmptyState>
  )
}

/** The results without one of the filters; renders nothing if there are none. */
function Offers({ chips, pathOf }: Props) {
  const found = useQueries({ queries: chips.map(chip => searchGlimpseQuery(chip.without)) })
  const offers = chips
    .map((chip, i) => ({ chip, glimpse: found[i]?.data }))
    .filter(({ glimpse }) => glimpse?.count !== 0)
  return (
    <EmptyState
      title="No logo is all of this at once"
      action={
        <>
          {offers.map(({ chip, glimpse }) => (
            <div key={chip.name + chip.words} className={styles.offer}>
              <ButtonLink to={pathOf(chip.without)}>
                Without {chip.words}
                {glimpse && <span className={styles.note}>{formatNumber(glimpse.count)}</span>}
              </ButtonLink>
              <Link to={pathOf(chip.without)} className={styles.glimpse} tabIndex={-1} aria-hidden>
                {glimpse?.data.map(logo => (
                  <LogoPicture key={logo.logo_id} logo={logo} alt="" sizes="64px" />
                ))}
              </Link>
            </div>
          ))}
          <ButtonLink to={pathOf({})} kind={offers.length ? 'quiet' : 'primary'}>
            See all logos
          </ButtonLink>
        </>
      }
    >
      {offers.length ? 'Remove one of them:' : 'Removing one filter isn’t enough.'}
    </EmptyState>
  )
}
